#!/usr/bin/env python3
"""Evaluates a data set of patches with `acp-patch batch` under Spark.

    spark-submit batch_spark.py --program acp-patch --input cases/ --output outcomes/

Each partition of the data set (JSON Lines: {"id", "files", "patch"}) is piped through one process of the
program, which answers line by line in constant memory. What is written, as JSON, is one line for each code with how
many patches ended so: `applied`, or the code of the refusal. A task that dies is run again by Spark; the program
touches no file, so that nothing is done twice.
"""

import argparse
import json
import shlex
import sys

from pyspark.sql import SparkSession

MOST_SHOWN = 5


def outcome(answer):
    """The code of an answer, and the id of the case."""
    read = json.loads(answer)
    code = "applied" if read["ok"] else read["error"]["code"]
    return code, read["id"]


def first(ids, more):
    """A few ids for each code, always the same ones."""
    return sorted(ids + more, key=json.dumps)[:MOST_SHOWN]


def main():
    """Runs the job."""
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument("--program", default="acp-patch", help="the program, on every worker")
    args.add_argument("--input", required=True, help="a file or a folder of JSON Lines")
    args.add_argument("--output", help="a folder to be made, which must not be there; else the table is only printed")
    args.add_argument("--partitions", type=int, default=0, help="at least so many pieces")
    args.add_argument("--jobs", type=int, default=1, help="threads of each process")
    args = args.parse_args()

    spark = SparkSession.builder.appName("acp-patch batch").getOrCreate()
    lines = spark.sparkContext.textFile(args.input, args.partitions or None)
    lines = lines.filter(lambda line: line.strip())
    command = shlex.join([args.program, "batch", "--jobs", str(args.jobs)])
    # `checkCode`: a program that is missing or breaks fails the task, not the numbers.
    answers = lines.pipe(command, checkCode=True)
    counted = answers.map(outcome).map(lambda it: (it[0], (1, [it[1]])))
    table = counted.reduceByKey(lambda a, b: (a[0] + b[0], first(a[1], b[1])))
    table = table.map(lambda row: {"code": row[0], "count": row[1][0], "ids": row[1][1]})
    rows = sorted(table.collect(), key=lambda row: (-row["count"], row["code"]))
    texts = [json.dumps(row) for row in rows]
    # Printed first: a folder that cannot be made takes nothing of the work along.
    print("\n".join(texts), flush=True)
    if args.output:
        spark.sparkContext.parallelize(texts, 1).saveAsTextFile(args.output)
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
