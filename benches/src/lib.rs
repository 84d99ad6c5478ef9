//! Inputs and floors for the benchmarks: made in memory, the same on every machine.
//!
//! A *floor* is not a tool but what the machine allows for the same work: parsing cannot be
//! faster than finding the lines, applying not faster than copying the file.

pub mod floors;
pub mod pairs;
pub mod samples;
pub mod shapes;
