//! `batch` under Spark: the script of `docs/batch.md` over a partitioned data set, on two workers.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{PROGRAM, Sandbox, stderr, stdout};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/batch_spark.py");

/// A Python that has `PySpark`, where there is Java for it: of a virtual environment that CI has
/// made, or the system's.
fn python() -> Option<String> {
    let named = std::env::var("SPARK_PYTHON").ok();
    let candidates = named.into_iter().chain(["python3".to_owned()]);
    let works = |program: &str, args: &[&str]| {
        Command::new(program).args(args).output().is_ok_and(|output| output.status.success())
    };
    let has_both =
        |python: &String| works(python, &["-c", "import pyspark"]) && works("java", &["-version"]);
    candidates.into_iter().find(has_both)
}

/// A case whose patch applies, is for another text, or is none.
fn case(id: usize) -> String {
    let text = if id % 3 == 1 { "other\n" } else { "a\n" };
    let patch = if id % 3 == 2 { "none" } else { "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n" };
    json!({"id": id, "files": {"x": text}, "patch": patch}).to_string()
}

#[test]
fn a_partitioned_data_set_is_evaluated_by_two_workers() {
    let Some(python) = python() else {
        println!(
            "no python3 has PySpark (pip install pyspark), or there is no Java (apt-get install \
             default-jre-headless): the job of docs/batch.md was not run"
        );
        return;
    };
    let sandbox = Sandbox::new(&[]);
    for part in 0..4 {
        let lines: Vec<_> = (part * 30..(part + 1) * 30).map(case).collect();
        let broken = if part == 3 { "\n{broken" } else { "" };
        sandbox.write(&format!("cases/part-{part}.jsonl"), lines.join("\n") + broken);
    }
    let output = Command::new(&python)
        .args([SCRIPT, "--program", PROGRAM, "--partitions", "4", "--input"])
        .arg(sandbox.path("cases"))
        .arg("--output")
        .arg(sandbox.path("outcomes"))
        .env("PYSPARK_SUBMIT_ARGS", "--master local[2] --conf spark.ui.enabled=false pyspark-shell")
        .env("PYSPARK_PYTHON", &python)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let rows = stdout(&output).lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rows: Vec<Value> = rows.collect();
    let counts: BTreeMap<_, _> = rows
        .iter()
        .map(|row| (row["code"].as_str().unwrap(), row["count"].as_u64().unwrap()))
        .collect();
    let expected = [
        ("applied", 40),
        ("context_not_found", 40),
        ("invalid_args", 1),
        ("wrong_patch_format", 40),
    ];
    assert_eq!(counts, expected.into());
    assert_eq!(rows[0]["ids"], json!([0, 102, 105, 108, 111]), "the same few each time");
    let kept = sandbox.text("outcomes/part-00000");
    assert_eq!(kept.lines().collect::<Vec<_>>(), stdout(&output).lines().collect::<Vec<_>>());
}
