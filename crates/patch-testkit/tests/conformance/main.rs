//! Every workspace of ours keeps the promises of the trait, and the suite detects one that does
//! not.

mod careless;
mod editor;
mod mutants;
mod plain;

mod in_memory {
    patch_testkit::conformance_tests!(patch_testkit::conformance::InMemory);
}

mod on_disk {
    patch_testkit::conformance_tests!(patch_testkit::conformance::OnDisk);
}
