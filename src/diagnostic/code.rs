//! The stable codes of all findings.
//!
//! Families: `S` inputs and reading, `R` rules files, `M` moves of a record, `V` what a record claims,
//! `K` why something cannot be checked, `P` profiles, `C` configuration and use, `L` limits.

use std::fmt;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; changes nothing.
    Note,
    /// Something is off, but it did not decide the verdict.
    Warning,
    /// It decided the verdict.
    Error,
}

impl Severity {
    /// The word used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// What sort of trouble a finding is, for programs that read reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A readable entry that is no legal move.
    IllegalMove,
    /// An entry after the game was over.
    AfterTheEnd,
    /// Text that cannot be read.
    CannotRead,
    /// A name of a cell, piece, player or label that does not exist.
    NameUnknown,
    /// A file that is not there.
    FileNotFound,
    /// A claim of the record that the rules do not bear out.
    Contradiction,
    /// The rules at hand cannot decide.
    CannotCheck,
    /// A short entry that fits several legal moves.
    Ambiguous,
    /// An entry that was played in another sense than written.
    Repair,
    /// A remark about a rules file.
    Rules,
    /// A bound was reached.
    Limit,
}

impl Kind {
    /// The word used in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::IllegalMove => "illegal-move",
            Self::AfterTheEnd => "after-the-end",
            Self::CannotRead => "cannot-read",
            Self::NameUnknown => "name-unknown",
            Self::FileNotFound => "file-not-found",
            Self::Contradiction => "contradiction",
            Self::CannotCheck => "cannot-check",
            Self::Ambiguous => "ambiguous",
            Self::Repair => "repair",
            Self::Rules => "rules",
            Self::Limit => "limit",
        }
    }
}

macro_rules! codes {
    ($($name:ident $id:literal $slug:literal $severity:ident $kind:ident $title:literal;)+) => {
        /// The identity of a finding. Identifiers and slugs never change their meaning.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $title] $name,)+
        }

        impl Code {
            /// Every code, in the order of the families.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The stable identifier, such as `M001`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// The readable name, such as `no-such-move`.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$name => $slug,)+ }
            }

            /// The severity unless the user's settings change it.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)+ }
            }

            /// The sort of trouble.
            #[must_use]
            pub const fn kind(self) -> Kind {
                match self { $(Self::$name => Kind::$kind,)+ }
            }

            /// What the code means, in one sentence.
            #[must_use]
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }
        }
    };
}

codes! {
    // Inputs and reading.
    InputMissing "S001" "input-missing" Error FileNotFound "The input does not exist.";
    InputUnreadable "S002" "input-unreadable" Error CannotRead "The input exists but cannot be read.";
    FormUnknown "S003" "form-unknown" Error CannotRead "The input is of no known form.";
    CannotReadEntry "S004" "cannot-read-entry" Error CannotRead "An entry of the record does not follow the grammar.";
    CannotReadHeader "S005" "cannot-read-header" Error CannotRead "The head of the record does not follow the grammar.";
    NameUnknown "S006" "name-unknown" Error NameUnknown "A cell, piece, player or label is named that the rules do not have.";
    LayoutOdd "S007" "layout-odd" Note CannotRead "The layout differs from what the original program writes.";
    EncodingAssumed "S008" "encoding-assumed" Note CannotRead "The text is not UTF-8; Windows-1252 was assumed.";

    // Rules files: text and macros.
    ParenthesisMissing "R001" "parenthesis-missing" Warning Rules "A list is not closed.";
    ParenthesisSurplus "R002" "parenthesis-surplus" Warning Rules "A closing parenthesis has no partner.";
    StringOpen "R003" "string-open" Error Rules "A string is not closed where it should end.";
    IncludeMissing "R004" "include-missing" Error Rules "An included file is not there.";
    IncludeCycle "R005" "include-cycle" Error Rules "A file includes itself.";
    MacroTwice "R006" "macro-twice" Warning Rules "A macro is defined twice; the last definition is in force.";
    MacroArgumentMissing "R007" "macro-argument-missing" Warning Rules "A macro call gives fewer arguments than the macro uses.";
    MacroRecursion "R008" "macro-recursion" Error Rules "A macro calls itself without end.";
    MacroMalformed "R009" "macro-malformed" Warning Rules "A macro definition has no name.";
    // Rules files: names and words.
    UnknownWord "R010" "unknown-word" Error Rules "A word is neither a keyword nor a name of the game.";
    UnknownForm "R011" "unknown-form" Warning Rules "A form is not part of the language here.";
    UnknownCell "R012" "unknown-cell" Warning Rules "A position is named that the board does not have.";
    UnknownPiece "R013" "unknown-piece" Warning Rules "A piece is named that the game does not define.";
    UnknownPlayer "R014" "unknown-player" Warning Rules "A player is named that the game does not have.";
    UnknownZone "R015" "unknown-zone" Warning Rules "A zone is named that the board does not have.";
    UnknownDirection "R016" "unknown-direction" Warning Rules "A direction is named that the board does not have.";
    UnknownMoveType "R017" "unknown-move-type" Warning Rules "A move type is used that no move block has.";
    MoveTypeUnranked "R018" "move-type-unranked" Warning Rules "A move type is not listed in the move priorities.";
    UnknownAttribute "R019" "unknown-attribute" Warning Rules "An attribute is named that no piece declares.";
    UnknownOption "R020" "unknown-option" Warning Rules "An option is not part of the language.";
    OptionIncomplete "R021" "option-incomplete" Warning Rules "The rules are incomplete: an extension of another program is asked for.";
    OperandMissing "R022" "operand-missing" Warning Rules "A command or condition lacks its operand.";
    OperandSurplus "R023" "operand-surplus" Warning Rules "A command or condition has more operands than it takes.";
    CaseDiffers "R024" "case-differs" Warning Rules "A name is written in another letter case than where it is defined.";
    PieceTwice "R025" "piece-twice" Warning Rules "A piece is defined twice; the last definition is in force.";
    SetupTwice "R026" "setup-twice" Warning Rules "A position is filled twice; the last piece stays.";
    ItemTwice "R027" "item-twice" Warning Rules "An item that may stand once stands twice; the last one is in force.";
    ItemMissing "R028" "item-missing" Warning Rules "A game lacks an item that it needs.";
    Malformed "R029" "malformed" Warning Rules "A form does not have the parts it needs.";
    PieceUnreliable "R030" "piece-unreliable" Warning Rules "A piece's moves cannot be relied on, because a part of them is not understood.";
    MacroUnused "R031" "macro-unused" Note Rules "A macro is defined and never used.";
    PieceNeverMoves "R032" "piece-never-moves" Note Rules "No move code of a piece makes a move.";
    NoGame "R033" "no-game" Error Rules "The file defines no game.";
    NeedsEngine "R034" "needs-engine" Warning Rules "The rules live in an outside engine.";
    PieceUnused "R035" "piece-unused" Note Rules "A piece is defined and nothing brings it onto the board.";
    VariantTitleTwice "R036" "variant-title-twice" Warning Rules "Two variants have the same title.";
    LoopCut "R037" "loop-cut" Warning Rules "A loop or chain in the move code was cut.";
    ChoiceNotChecked "R038" "choice-not-checked" Note Rules "A choice among equally long captures is not checked.";

    // Moves.
    NoSuchMove "M001" "no-such-move" Error IllegalMove "The piece does not move so.";
    OriginEmpty "M002" "origin-empty" Error IllegalMove "Nothing stands on the origin.";
    OtherPiece "M003" "other-piece" Error IllegalMove "Another piece stands on the origin.";
    WrongSide "M004" "wrong-side" Error IllegalMove "The piece belongs to another side, or another side is to move.";
    PassNotAllowed "M005" "pass-not-allowed" Error IllegalMove "Passing is not allowed here.";
    MoveTypeNotAllowed "M006" "move-type-not-allowed" Error IllegalMove "The turn does not allow this type of move, or one of higher priority exists.";
    LongerCapture "M007" "longer-capture" Error IllegalMove "A longer capture exists.";
    LeavesRoyalAttacked "M008" "leaves-royal-attacked" Error IllegalMove "The move leaves a royal piece attacked.";
    PromotionWrong "M009" "promotion-wrong" Error IllegalMove "The promotion is missing, not allowed, or to a type that is not to be had.";
    DropNotPossible "M010" "drop-not-possible" Error IllegalMove "The piece cannot be dropped there.";
    EffectsDiffer "M011" "effects-differ" Error IllegalMove "The move exists, with other effects.";
    ChainMustGoOn "M012" "chain-must-go-on" Error IllegalMove "The turn must go on with the piece that moved.";
    SignWrong "M013" "sign-wrong" Error IllegalMove "The sign between origin and destination does not fit the board.";
    PathBlocked "M014" "path-blocked" Error IllegalMove "The way to the destination is blocked.";
    FriendOnDestination "M015" "friend-on-destination" Error IllegalMove "The destination holds a piece of the same side.";
    PartialWrong "M016" "partial-wrong" Error IllegalMove "The entry is written as a part of a longer move where the rules have a whole one, or the reverse.";
    CastlingNotPossible "M017" "castling-not-possible" Error IllegalMove "A condition of castling fails.";
    AfterTheEnd "M020" "after-the-end" Error AfterTheEnd "The game was over before this entry.";
    AmbiguousMove "M021" "ambiguous-move" Error Ambiguous "The entry fits several legal moves.";
    UnwrittenEffect "M022" "unwritten-effect" Note Repair "The move has an effect that the entry does not write.";
    Relaxed "M023" "relaxed" Warning Repair "The entry was played in another sense than written.";
    AfterFault "M024" "after-fault" Note Contradiction "The entry stands after a fault; its verdict holds for the board as written.";

    // What a record claims.
    NumberOff "V001" "number-off" Warning Contradiction "A number is not that of the turn order.";
    PartialNumberOff "V002" "partial-number-off" Note Contradiction "The number after `partial` is not that of the rules.";
    AttributeNoteOff "V003" "attribute-note-off" Warning Contradiction "An attribute note does not fit the rules.";
    LetterCountOff "V004" "letter-count-off" Warning Contradiction "The header has another number of players than the rules.";
    ResultContradicts "V005" "result-contradicts" Error Contradiction "The result claimed is not the one the rules give.";
    TitleDiffers "V006" "title-differs" Warning Contradiction "The variant's title is written in another case or spacing.";
    VariantAssumed "V007" "variant-assumed" Warning Contradiction "No variant is named; one was assumed.";
    RepetitionNoted "V008" "repetition-noted" Note Contradiction "A position occurred for the third time; the rules do not end the game on it.";
    DefaultDraw "V009" "default-draw" Note Contradiction "The side to move has no move and no condition says what that means: a draw by the language's default.";
    ResultForm "V010" "result-form" Note Contradiction "A result is written in another form than the standard's, or its mark is missing.";
    MarkContradicts "V011" "mark-contradicts" Warning Contradiction "A sign in the entry does not fit the move.";
    CountOff "V012" "count-off" Warning Contradiction "The record claims another number of plies than it has.";

    // Why something cannot be checked.
    RulesNotFound "K001" "rules-not-found" Error FileNotFound "The rules file that the record names is not to be found.";
    VariantUnknown "K002" "variant-unknown" Error CannotCheck "The rules have no such variant.";
    EngineRules "K003" "engine-rules" Error CannotCheck "The rules live in an outside engine.";
    NoRules "K004" "no-rules" Error CannotCheck "No rules are known for this record.";
    RulesUnusable "K005" "rules-unusable" Error CannotCheck "The rules of the variant cannot be used.";
    RulesUncertain "K006" "rules-uncertain" Error CannotCheck "The entry hangs on a piece whose rules are not understood.";
    RulesFaulty "K007" "rules-faulty" Note Rules "The rules file has findings of its own.";
    EditionsCompared "K008" "editions-compared" Note Rules "Several editions of the rules were tried.";
    StartUnknown "K009" "start-unknown" Error CannotCheck "The start position of the record is not known.";

    // Profiles.
    ProfileUnreadable "P001" "profile-unreadable" Error CannotRead "The profile is not YAML of the form that profiles have.";
    ProfileValueBad "P002" "profile-value-bad" Error CannotRead "A value of the profile is not one that is allowed there.";
    ProfileStartBad "P003" "profile-start-bad" Error CannotRead "The start position of the profile cannot be read or does not fit its board.";
    ProfileLabelUnknown "P004" "profile-label-unknown" Error NameUnknown "The start position holds a label that the profile does not explain.";
    ProfileNameUnknown "P005" "profile-name-unknown" Error NameUnknown "The profile names a piece, side, attribute or variant that the rules do not have.";
    ProfileCellsUnmatched "P006" "profile-cells-unmatched" Error NameUnknown "The coordinates of the profile and the positions of the rules do not match one to one.";
    ProfileStartDiffers "P007" "profile-start-differs" Error Contradiction "The start position of the profile is not the setup of the variant.";
    ProfileGuessed "P008" "profile-guessed" Note Repair "A point of a profile was guessed or left open.";

    // Use and configuration.
    RulesOptionMissing "C001" "rules-option-missing" Error FileNotFound "A file or game named by an option is not there.";
    StartPositionBad "C002" "start-position-bad" Error CannotRead "The start position given cannot be read or set up.";
    FormLacks "C003" "form-lacks" Error Limit "The form to be written cannot hold a part of the record.";
    PlyMissing "C004" "ply-missing" Error FileNotFound "The record has no such entry, or no position there.";
    SettingsUnreadable "C005" "settings-unreadable" Error CannotRead "A configuration or a file of expectations cannot be read.";
    SettingsKeyUnknown "C006" "settings-key-unknown" Error NameUnknown "A configuration or a file of expectations has a key that means nothing.";
    SettingsValueBad "C007" "settings-value-bad" Error CannotRead "A value in a configuration or a file of expectations is not one that its key takes.";
    ExpectationMissed "C008" "expectation-missed" Error Contradiction "A record or rules file is not as expected.";
    ExpectationMissing "C009" "expectation-missing" Warning FileNotFound "Nothing is expected of an input, though expectations are asked for.";
    BaselineStale "C020" "baseline-stale" Note Contradiction "A fault that the baseline knows is gone.";

    // Limits.
    FileTooLarge "L001" "file-too-large" Error Limit "The file is larger than the bound.";
    NestingTooDeep "L002" "nesting-too-deep" Error Limit "Lists are nested deeper than the bound.";
    ExpansionTooLarge "L003" "expansion-too-large" Error Limit "The expansion of macros grows over the bound.";
    TooManyIncludes "L004" "too-many-includes" Error Limit "More files are included than the bound allows.";
    BoardTooLarge "L005" "board-too-large" Error Limit "The board is larger than the bound.";
    TooManyNames "L006" "too-many-names" Error Limit "There are more players, pieces, attributes, flags or types than the bound allows.";
    ProgramTooLarge "L007" "program-too-large" Error Limit "The move code is larger than the bound.";
    TooManyMoves "L008" "too-many-moves" Error Limit "A turn has more moves than the bound.";
    TooManyFindings "L009" "too-many-findings" Note Limit "There are more findings than are shown.";
}

impl Code {
    /// The code of this identifier or slug, in any letter case.
    #[must_use]
    pub fn find(text: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|code| code.id().eq_ignore_ascii_case(text) || code.slug().eq_ignore_ascii_case(text))
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;
    use std::collections::BTreeSet;

    #[test]
    fn identifiers_and_slugs_are_unique_and_found() {
        let ids: BTreeSet<_> = Code::ALL.iter().map(|code| code.id()).collect();
        let slugs: BTreeSet<_> = Code::ALL.iter().map(|code| code.slug()).collect();
        assert_eq!((ids.len(), slugs.len()), (Code::ALL.len(), Code::ALL.len()));
        for &code in Code::ALL {
            assert_eq!((Code::find(code.id()), Code::find(code.slug())), (Some(code), Some(code)));
        }
    }
}
