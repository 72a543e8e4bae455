//! Game Courier profiles.
