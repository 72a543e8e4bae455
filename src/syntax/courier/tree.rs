//! The tree of a log: half-moves with their written parts.

use smallvec::SmallVec;

use crate::source::Span;
use crate::syntax::zsg::Word;

/// The kinds of text that hold or name a game (section 1.1 of the format's page).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// K1: a bare move list.
    MoveList,
    /// K2: the text of a "Viewing Game" page.
    Page,
    /// K3: numbers and moves in one long line.
    OneLine,
    /// K4: the server's log file, a list of assignments.
    LogFile,
    /// K5: a settings file; it defines a game and records none.
    Settings,
    /// K6: an address of a log or preset.
    Address,
    /// K7: lines `mv is TEXT, p is ..., o is ...`.
    Dump,
}

/// What a text holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Log {
    /// The kind of text it was read as.
    pub kind: TextKind,
    /// The head of a page.
    pub head: PageHead,
    /// The assignments of a log or settings file, in order.
    pub settings: Vec<Assignment>,
    /// The address found in the text, if it names a game.
    pub address: Option<Address>,
    /// The move list, in order.
    pub items: Vec<Item>,
}

/// The head of a pasted page (section 1.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageHead {
    /// The status sentence.
    pub status: Option<Word>,
    /// The game's name.
    pub game: Option<Word>,
    /// Names of the sides with the players, the side that moves first in front.
    pub sides: Vec<SideLine>,
    /// Lines `[Name "value"]`, with which scoresheet keeps what the site has no place for.
    pub tags: Vec<(Word, Word)>,
}

/// `White: Name`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideLine {
    /// The side.
    pub side: Word,
    /// The player; absent where nothing follows the colon.
    pub player: Option<Word>,
}

/// One assignment `$name = value;` or `$default['name'] = value;`. Values are texts; nothing is evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The name, without `$` and without the brackets.
    pub name: Word,
    /// The value, with its quoting undone; the range is that of the text between the quotes.
    pub value: Word,
}

/// An address of a log or preset (section 1.4).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// `game=`
    pub game: Option<String>,
    /// `log=`
    pub log: Option<String>,
    /// `settings=`
    pub settings: Option<String>,
    /// `code=`, the position in the FEN dialect.
    pub code: Option<String>,
}

/// One item of a move list.
#[expect(clippy::large_enum_variant, reason = "nearly all items are half-moves; a box for each would cost more")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A half-move.
    HalfMove(HalfMove),
    /// A remark on the half-move above, on a line of its own.
    Comment(Word),
    /// A line that begins with a bar: a taken-back move or an annotation; kept, not played.
    SideLine(Word),
    /// A sentence such as `NAME has resigned.` between the half-moves.
    Status(Word),
}

/// Which side a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// `N.`: the side that moves first.
    First,
    /// `N...`: any other side.
    Other,
}

/// The number before a half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The number.
    pub value: u32,
    /// Whose it is, by the dots.
    pub turn: Turn,
}

impl MoveNumber {
    /// The number that follows, of two sides.
    #[must_use]
    pub fn next(self) -> Self {
        match self.turn {
            Turn::First => Self { turn: Turn::Other, ..self },
            Turn::Other => Self { value: self.value.saturating_add(1), turn: Turn::First },
        }
    }
}

/// One side's turn as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HalfMove {
    /// The number, where one stands before it.
    pub number: Option<MoveNumber>,
    /// The range with the number and without the comment.
    pub span: Span,
    /// The range of the move text.
    pub text: Span,
    /// The parts; empty where nothing follows the number.
    pub parts: MoveText,
    /// Why the text could not be read.
    pub fault: Option<Remark>,
    /// What is odd about it.
    pub notes: Vec<Remark>,
    /// The comment behind `//`.
    pub comment: Option<Word>,
}

/// A remark of the reader about a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// What is the matter.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to do.
    pub help: Option<String>,
}

/// The written parts of a half-move, in order (section 3.2).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveText {
    /// The parts between the semicolons; one takes no memory of its own.
    pub parts: SmallVec<[Part; 1]>,
}

impl MoveText {
    /// Moves all places by an offset: a text that was read on its own stands somewhere in another.
    pub fn shift(&mut self, by: u32) {
        self.place(|span| Span::new(span.start.saturating_add(by), span.end.saturating_add(by)));
    }

    /// Gives all words one place: a text that stands for another.
    pub fn put_at(&mut self, span: Span) {
        self.place(|_| span);
    }

    fn place(&mut self, new: impl Fn(Span) -> Span) {
        for part in &mut self.parts {
            let (first, rest) = match part {
                Part::Hyphen { label, left, right } => ([Some(left), label.as_mut(), right.as_mut()], &mut [][..]),
                Part::Drop { label, at } => ([Some(label), Some(at), None], &mut [][..]),
                Part::Command { word, operands } => ([Some(word), None, None], operands.as_mut_slice()),
            };
            for word in first.into_iter().flatten().chain(rest) {
                word.span = new(word.span);
            }
        }
    }
}

/// One part of a half-move. What a part does may depend on which texts are coordinates of the board, so the split at
/// the hyphen is kept as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// `left-right`, `label left-right`, `left-`: a displacement when `left` is a coordinate, a removal when
    /// nothing follows or `left` is `@`, else an addition.
    Hyphen {
        /// The label in front, which is only a check.
        label: Option<Word>,
        /// What stands before the hyphen.
        left: Word,
        /// What stands behind it.
        right: Option<Word>,
    },
    /// `label*coord`
    Drop {
        /// The label.
        label: Word,
        /// The place.
        at: Word,
    },
    /// A word with operands: `capture d5`, `resign`, and words that are not known.
    Command {
        /// The word.
        word: Word,
        /// What follows it; for `say` the rest of the part as one.
        operands: Vec<Word>,
    },
}

impl Part {
    /// The range of the part.
    #[must_use]
    pub fn span(&self) -> Span {
        match self {
            Self::Hyphen { label, left, right } => {
                let start = label.as_ref().unwrap_or(left).span;
                right.as_ref().map_or(start.join(left.span), |right| start.join(right.span))
            }
            Self::Drop { label, at } => label.span.join(at.span),
            Self::Command { word, operands } => operands.last().map_or(word.span, |last| word.span.join(last.span)),
        }
    }
}

/// The commands that are understood (table of section 3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// The mover gives up.
    Resign,
    /// The mover claims or declares a draw.
    Drawn,
    /// The mover has won.
    Won,
    /// The mover has lost.
    Lost,
    /// The enemy is mated.
    Checkmate,
    /// The enemy cannot move.
    Stalemate,
    /// No change.
    Pass,
    /// Empties spaces by capture.
    Capture,
    /// Empties spaces.
    Empty,
    /// Moves pieces off the board.
    Clear,
    /// Pieces change sides.
    Flip,
    /// Puts a piece on one or more spaces.
    Add,
    /// A displacement in words.
    Move,
    /// A text, no change.
    Say,
}

impl Command {
    const ALL: [(&'static str, Self); 14] = [
        ("resign", Self::Resign),
        ("drawn", Self::Drawn),
        ("won", Self::Won),
        ("lost", Self::Lost),
        ("checkmate", Self::Checkmate),
        ("stalemate", Self::Stalemate),
        ("pass", Self::Pass),
        ("capture", Self::Capture),
        ("empty", Self::Empty),
        ("clear", Self::Clear),
        ("flip", Self::Flip),
        ("add", Self::Add),
        ("move", Self::Move),
        ("say", Self::Say),
    ];

    /// The command of this word; `resign` is known in any letter case.
    #[must_use]
    pub fn find(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case("resign") {
            return Some(Self::Resign);
        }
        Self::ALL.iter().find(|(name, _)| *name == word).map(|&(_, command)| command)
    }

    /// The word, as written in logs.
    #[must_use]
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, command)| *command == self).map_or("", |(name, _)| name)
    }

    /// Whether the word ends the game.
    #[must_use]
    pub const fn ends_game(self) -> bool {
        matches!(self, Self::Resign | Self::Drawn | Self::Won | Self::Lost | Self::Checkmate | Self::Stalemate)
    }
}
