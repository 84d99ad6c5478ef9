//! Each damage does what it says.
