//! In every scenario, every step of a transaction fails once, and is once the last one before a
//! kill: the tree is then wholly old or wholly new, at once or after recovery.

mod built_on;
mod every_step;
mod journals;
mod outside;
mod scenarios;
mod syncing;
