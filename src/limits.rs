//! Every bound on untrusted input, in one place.
//!
//! A bound that is reached becomes a finding with a code of the family `L`; nothing panics and nothing runs
//! forever. Each bound has a test at the bound.

/// Largest input file read, in bytes. Longer files are reported, not read.
pub const MAX_FILE_BYTES: u64 = 256 * 1024 * 1024;
/// Bytes of a long file of several games that are read at a time, more where a game is longer.
pub const PORTION_BYTES: usize = 64 * 1024;
/// Longest game of a file that is read in portions, in bytes. A comment that is not closed for so long is taken for one
/// that is never closed.
pub const MAX_GAME_BYTES: usize = 8 * 1024 * 1024;
/// Deepest nesting of lists in a rules file (the deepest known public file has 64 levels).
pub const MAX_SOURCE_DEPTH: usize = 1_000;
/// Deepest nesting of macro calls; direct recursion stops here (`spec/zrf.md` 2.4).
pub const MAX_MACRO_DEPTH: usize = 200;
/// Deepest nesting of commands and conditions in a move block, and of conditions in a goal, after expansion. What
/// reads the typed rules may recurse so deep.
pub const MAX_CODE_DEPTH: usize = 128;
/// Most nodes that the expansion of one variant may produce.
pub const MAX_EXPANDED_NODES: usize = 8_000_000;
/// Most files that one rules file may include, directly and indirectly.
pub const MAX_INCLUDES: usize = 256;
/// Most cells of a board.
pub const MAX_CELLS: usize = 32_000;
/// Most direction names of a board.
pub const MAX_DIRECTIONS: usize = 4_000;
/// Most entries (directions times cells) of a board's link table.
pub const MAX_LINKS: usize = 16_000_000;
/// Most players of a game.
pub const MAX_PLAYERS: usize = 64;
/// Most piece types of a game.
pub const MAX_PIECE_TYPES: usize = 4_000;
/// Most different attribute names of a game; attributes are bits of a piece.
pub const MAX_ATTRIBUTES: usize = 40;
/// Most different flag names of a game.
pub const MAX_FLAGS: usize = 4_000;
/// Most move type names of a game.
pub const MAX_MOVE_TYPES: usize = 4_000;
/// Most instructions of all compiled move blocks of a game together.
pub const MAX_INSTRUCTIONS: usize = 16_000_000;
/// Most steps that one run of one move block may take; a loop without end is cut here.
pub const MAX_STEPS_PER_RUN: u32 = 200_000;
/// Most points of a piece's runs that are followed to tell which cells it could capture on; beyond that it is taken to
/// reach every cell.
pub const MAX_REACH_STATES: usize = 50_000;
/// Most nodes of the tree that the blocks of one piece on one cell are made into; a larger one is given up, and the
/// general machine runs the block.
pub const MAX_PATH_NODES: usize = 2_000;
/// Most instructions that are followed to make the tree of one block.
pub const MAX_PATH_STEPS: usize = 20_000;
/// Most answers and pending changes that one path of such a tree has to remember.
pub const MAX_PATH_FACTS: usize = 200;
/// Most nodes of all such trees of one game together; beyond that no more are made.
pub const MAX_PATH_NODES_OF_GAME: usize = 2_000_000;
/// Most moves of one turn.
pub const MAX_MOVES: usize = 100_000;
/// Most effects of one move.
pub const MAX_EFFECTS: usize = 20_000;
/// Deepest look-ahead through a chain of partial moves when the longest capture is asked for.
pub const MAX_CHAIN_DEPTH: usize = 64;
/// Most positions visited by one such look-ahead.
pub const MAX_CHAIN_NODES: usize = 200_000;
/// Most findings kept for one input; further ones are counted.
pub const MAX_FINDINGS: usize = 1_000;
/// Most different causes of faults that a run counts; further ones are not grouped.
pub const MAX_CAUSES: usize = 10_000;
/// Longest text of an entry shown in a message, in characters; exports are never shortened.
pub const MAX_SHOWN_CHARS: usize = 120;
/// Most parts of one turn that a count of positions follows.
pub const MAX_PERFT_PARTS: usize = 500;
/// Longest line of a stream of records (`check --jsonl`), in bytes. Longer ones are answered, not read.
pub const MAX_LINE_BYTES: usize = 8 * 1024 * 1024;
/// Most rules files and games that a stream of records keeps loaded; beyond that it begins anew.
pub const MAX_STREAM_RULES: usize = 64;
/// Deepest count of positions that an expectation may ask for.
pub const MAX_EXPECTED_DEPTH: u32 = 64;
