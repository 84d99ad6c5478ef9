#!/usr/bin/env bash
# Builds every target with its seed corpus, its dictionary and its limits, as OSS-Fuzz and ClusterFuzzLite ask:
#
#   SRC                 the folder that holds the sources, in `acp-patch`
#   OUT                 where the binaries and what belongs to them go
#   WORK                for what is needed on the way
#   SANITIZER           address, none or coverage; the default is address
#   LIB_FUZZING_ENGINE  how a C target would link the engine. The crate `libfuzzer-sys` brings its own; in the images for
#                       Rust, `CUSTOM_LIBFUZZER_PATH` names another and the crate links that one
#
# `cargo xtask fuzz --oss-fuzz` runs it on one machine and every binary over its corpus.
set -euo pipefail
: "${SRC:?}" "${OUT:?}" "${WORK:?}" "${LIB_FUZZING_ENGINE:?}"
SANITIZER="${SANITIZER:-address}"
cd "$SRC/acp-patch"

case "$SANITIZER" in
    # The toolchain of the image counts by itself: RUSTFLAGS has it.
    coverage) sanitizer=none ;;
    address | none) sanitizer="$SANITIZER" ;;
    *)
        echo "no target can be built with the sanitizer $SANITIZER" >&2
        exit 1
        ;;
esac

# One target where somebody asks for one, to be done sooner.
if [[ -n "${FUZZ_TARGET:-}" ]]; then
    targets=("$FUZZ_TARGET")
    cargo ${FUZZ_TOOLCHAIN:-} fuzz build -O --sanitizer="$sanitizer" "$FUZZ_TARGET"
else
    targets=()
    for file in fuzz/fuzz_targets/*.rs; do
        targets+=("$(basename "$file" .rs)")
    done
    cargo ${FUZZ_TOOLCHAIN:-} fuzz build -O --sanitizer="$sanitizer"
fi
host="$(rustc -vV | sed -n 's/^host: //p')"

# The seeds are made by an ordinary program, which needs no instrumentation.
export CARGO_TARGET_DIR="${SEEDS_TARGET_DIR:-$WORK/seeds-target}"
for target in "${targets[@]}"; do
    cp "fuzz/target/$host/release/$target" "$OUT/$target"
    cp "fuzz/options/$target.options" "$OUT/$target.options"
    seeds="$WORK/seeds/$target"
    rm -rf "$seeds"
    RUSTFLAGS='' cargo run --quiet --package patch-testkit --features faults --example fuzz -- \
        seeds "$target" "$seeds"
    rm -f "$OUT/${target}_seed_corpus.zip"
    if command -v zip >/dev/null; then
        (cd "$seeds" && zip --quiet "$OUT/${target}_seed_corpus.zip" ./*)
    else
        (cd "$seeds" && python3 -m zipfile -c "$OUT/${target}_seed_corpus.zip" ./*)
    fi
done
cp fuzz/dictionaries/*.dict "$OUT/"
