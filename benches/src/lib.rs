//! Inputs and floors for the benchmarks, made in memory and the same on every machine, and how they
//! say what they have measured.
//!
//! A *floor* is not a tool but what the machine allows for the same work: parsing cannot be
//! faster than finding the lines, applying not faster than copying the file.
//!
//! The feature `testkit` brings the benchmarks of damaged patches, which take longer to build than
//! all others.

pub mod floors;
pub mod pairs;
pub mod race;
pub mod record;
pub mod samples;
pub mod shapes;
pub mod works;
