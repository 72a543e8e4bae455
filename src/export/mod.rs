//! Records and replays as files.
