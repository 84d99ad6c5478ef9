//! Inputs and floors for the benchmarks, made in memory and the same on every machine, and the
//! recording of results.
//!
//! A *floor* is not a tool but what the machine allows for the same work: parsing cannot be faster
//! than finding the lines, nor applying faster than copying the file.
//!
//! The feature `testkit` adds the benchmarks of damaged patches, which take longer to build than
//! all others.

pub mod floors;
pub mod pairs;
pub mod race;
pub mod record;
pub mod samples;
pub mod shapes;
pub mod works;
