//! The words that the rules language knows (`spec/zrf.md` 13), and what the text of a word says about it.

macro_rules! keywords {
    ($($name:ident $text:literal)+) => {
        /// A word of the language. Which of them mean something depends on the place.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) enum Keyword { $($name),+ }

        impl Keyword {
            /// Every keyword.
            pub(super) const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The word in lower case.
            pub(super) const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            fn of_lower(text: &str) -> Option<Self> {
                match text { $($text => Some(Self::$name),)+ _ => None }
            }
        }
    };
}

keywords! {
    // Top level.
    Version "version" Define "define" Include "include" Game "game" Variant "variant" Translate "translate"
    // Items of a game.
    Title "title" Description "description" History "history" Strategy "strategy" Solution "solution" Music "music"
    OpeningSound "opening-sound" MoveSound "move-sound" ReleaseSound "release-sound" CaptureSound "capture-sound"
    DropSound "drop-sound" ClickSound "click-sound" ChangeSound "change-sound" DrawSound "draw-sound"
    LossSound "loss-sound" WinSound "win-sound" Default "default" Players "players" TurnOrder "turn-order"
    Option "option" MovePriorities "move-priorities" BoardSetup "board-setup" Engine "engine" Board "board"
    Piece "piece" WinCondition "win-condition" LossCondition "loss-condition" DrawCondition "draw-condition"
    CountCondition "count-condition"
    // Options as items of their own.
    PassTurn "pass-turn" PassPartial "pass-partial" MaximalCaptures "maximal-captures"
    RecycleCaptures "recycle-captures" RecyclePromotions "recycle-promotions"
    IncludeOffPieces "include-off-pieces" AllowFlipping "allow-flipping" AnimateCaptures "animate-captures"
    AnimateDrops "animate-drops"
    // Setup and turn order.
    Off "off" Repeat "repeat"
    // Board.
    Image "image" Grid "grid" StartRectangle "start-rectangle" Dimensions "dimensions" Directions "directions"
    Positions "positions" Links "links" Unlink "unlink" KillPositions "kill-positions" Dummy "dummy"
    Symmetry "symmetry" Zone "zone" Name "name"
    // Pieces.
    Help "help" Notation "notation" Open "open" Attribute "attribute" Moves "moves" Drops "drops" MoveType "move-type"
    // Commands.
    Opposite "opposite" Mark "mark" Back "back" From "from" To "to" Go "go" LastFrom "last-from" LastTo "last-to"
    Verify "verify" If "if" Else "else" While "while" Add "add" AddCopy "add-copy" AddPartial "add-partial"
    AddCopyPartial "add-copy-partial" Cascade "cascade" Capture "capture" ChangeOwner "change-owner" Flip "flip"
    ChangeType "change-type" Create "create" SetFlag "set-flag" SetPositionFlag "set-position-flag"
    SetAttribute "set-attribute"
    // Conditions; each has a twin with the prefix `not-`.
    IsEmpty "empty?" IsFriend "friend?" IsEnemy "enemy?" IsNeutral "neutral?" IsPiece "piece?" IsPosition "position?"
    InZone "in-zone?" OnBoard "on-board?" Attacked "attacked?" Defended "defended?"
    AdjacentToEnemy "adjacent-to-enemy?" GoalPosition "goal-position?" Marked "marked?" HasFlag "flag?"
    HasPositionFlag "position-flag?" IsLastFrom "last-from?" IsLastTo "last-to?"
    // Joining words and constants.
    And "and" Or "or" Not "not" True "true" False "false"
    // Goals.
    AbsoluteConfig "absolute-config" RelativeConfig "relative-config" Captured "captured" Checkmated "checkmated"
    Stalemated "stalemated" Repetition "repetition" PiecesRemaining "pieces-remaining"
    TotalPieceCount "total-piece-count" Opponent "opponent" AnyOwner "any-owner"
}

impl Keyword {
    /// Whether the word is a command of move code.
    pub(super) const fn is_command(self) -> bool {
        use Keyword::{
            Add, AddCopy, AddCopyPartial, AddPartial, Back, Capture, Cascade, ChangeOwner, ChangeType, Create, Flip,
            From, Go, If, LastFrom, LastTo, Mark, Opposite, SetAttribute, SetFlag, SetPositionFlag, To, Verify, While,
        };
        matches!(
            self,
            Add | AddCopy
                | AddCopyPartial
                | AddPartial
                | Back
                | Capture
                | Cascade
                | ChangeOwner
                | ChangeType
                | Create
                | Flip
                | From
                | Go
                | If
                | LastFrom
                | LastTo
                | Mark
                | Opposite
                | SetAttribute
                | SetFlag
                | SetPositionFlag
                | To
                | Verify
                | While
        )
    }

    /// Whether the word asks something about a place.
    pub(super) const fn is_predicate(self) -> bool {
        use Keyword::{
            AdjacentToEnemy, Attacked, Defended, GoalPosition, HasFlag, HasPositionFlag, InZone, IsEmpty, IsEnemy,
            IsFriend, IsLastFrom, IsLastTo, IsNeutral, IsPiece, IsPosition, Marked, OnBoard,
        };
        matches!(
            self,
            AdjacentToEnemy
                | Attacked
                | Defended
                | GoalPosition
                | HasFlag
                | HasPositionFlag
                | InZone
                | IsEmpty
                | IsEnemy
                | IsFriend
                | IsLastFrom
                | IsLastTo
                | IsNeutral
                | IsPiece
                | IsPosition
                | Marked
                | OnBoard
        )
    }

    /// Whether the word can stand where a condition is expected and nowhere in a list of commands.
    pub(super) const fn is_condition(self) -> bool {
        self.is_predicate() || matches!(self, Self::And | Self::Or | Self::Not)
    }
}

/// How `$n` stands in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Not at all.
    Plain,
    /// The word is `$n`.
    Parameter(u32),
    /// `$n` stands inside the word.
    Template,
}

/// What the text of a word says about it, found once for each different word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word {
    /// The keyword, in any letter case; for a `not-` form that of the positive one.
    pub keyword: Option<Keyword>,
    /// Whether it is the `not-` form of a condition.
    pub negated: bool,
    /// Whether it is the keyword in small letters, as the language writes it.
    pub exact: bool,
    /// How `$n` stands in it.
    pub shape: Shape,
}

impl Word {
    /// Looks at the text of a word.
    pub(super) fn of(text: &str) -> Self {
        let lower = text.to_ascii_lowercase();
        let positive = lower.strip_prefix("not-").and_then(Keyword::of_lower).filter(|word| word.is_predicate());
        let keyword = Keyword::of_lower(&lower);
        Self {
            keyword: keyword.or(positive),
            negated: positive.is_some(),
            exact: keyword.is_some_and(|keyword| keyword.text() == text),
            shape: match first_parameter(text) {
                None => Shape::Plain,
                Some((0, end, number)) if end == text.len() => Shape::Parameter(number),
                Some(_) => Shape::Template,
            },
        }
    }
}

/// The first `$n` of a text: where it starts, where it ends, and its number. All digits after the `$` belong to it;
/// the first is not zero (`spec/zrf.md` 2.3).
pub(super) fn first_parameter(text: &str) -> Option<(usize, usize, u32)> {
    for (start, _) in text.match_indices('$') {
        let digits = &text[start + 1..];
        let length = digits.bytes().take_while(u8::is_ascii_digit).count();
        if length > 0 && !digits.starts_with('0') {
            return Some((start, start + 1 + length, digits[..length].parse().unwrap_or(u32::MAX)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Keyword, Shape, Word, first_parameter};

    #[test]
    fn keywords_are_known_in_any_letter_case_and_with_their_twins() {
        for &keyword in Keyword::ALL {
            assert_eq!(Word::of(&keyword.text().to_uppercase()).keyword, Some(keyword));
        }
        let word = Word::of("not-Enemy?");
        assert_eq!((word.keyword, word.negated), (Some(Keyword::IsEnemy), true));
        assert_eq!(Word::of("not-add").keyword, None);
    }

    #[test]
    fn all_digits_belong_to_a_parameter() {
        assert_eq!(Word::of("$12").shape, Shape::Parameter(12));
        assert_eq!(Word::of("$0").shape, Shape::Plain);
        assert_eq!(Word::of("a$1").shape, Shape::Template);
        assert_eq!(Word::of("$1$2").shape, Shape::Template);
        assert_eq!(first_parameter("US$ G$10x"), Some((5, 8, 10)));
    }
}
