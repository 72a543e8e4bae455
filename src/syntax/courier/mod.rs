//! Game Courier move lists and pages.
