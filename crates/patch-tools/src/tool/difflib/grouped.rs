//! Turns pairs into hunks: `get_opcodes` and `get_grouped_opcodes` of Python's `difflib`.

use std::ops::Range;

use super::matcher::Block;

/// Lines of the old text and their counterpart in the new one: the same lines, or others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Op {
    pub(super) is_equal: bool,
    pub(super) old: Range<usize>,
    pub(super) new: Range<usize>,
}

/// The operations that turn the old lines into the new ones, in order.
fn ops(blocks: &[Block], old_len: usize, new_len: usize) -> Vec<Op> {
    let mut ops = Vec::with_capacity(2 * blocks.len() + 1);
    let (mut old, mut new) = (0, 0);
    let end = Block { old: old_len, new: new_len, len: 0 };
    for block in blocks.iter().chain([&end]) {
        if old < block.old || new < block.new {
            ops.push(Op { is_equal: false, old: old..block.old, new: new..block.new });
        }
        (old, new) = (block.old + block.len, block.new + block.len);
        if block.len > 0 {
            ops.push(Op { is_equal: true, old: block.old..old, new: block.new..new });
        }
    }
    ops
}

/// The operations of each hunk, with `context` equal lines around.
pub(super) fn groups(
    blocks: &[Block],
    old_len: usize,
    new_len: usize,
    context: usize,
) -> Vec<Vec<Op>> {
    let mut ops = ops(blocks, old_len, new_len);
    if let Some(first) = ops.first_mut().filter(|op| op.is_equal) {
        *first = last_lines(first, context);
    }
    if let Some(last) = ops.last_mut().filter(|op| op.is_equal) {
        *last = first_lines(last, context);
    }
    let mut groups = Vec::new();
    let mut group: Vec<Op> = Vec::new();
    for op in ops {
        if op.is_equal && op.old.len() > 2 * context {
            group.push(first_lines(&op, context));
            groups.push(std::mem::take(&mut group));
            group.push(last_lines(&op, context));
        } else {
            group.push(op);
        }
    }
    groups.push(group);
    groups.retain(|group| group.iter().any(|op| !op.is_equal));
    groups
}

fn first_lines(op: &Op, count: usize) -> Op {
    let count = count.min(op.old.len());
    let (old, new) = (op.old.start..op.old.start + count, op.new.start..op.new.start + count);
    Op { is_equal: op.is_equal, old, new }
}

fn last_lines(op: &Op, count: usize) -> Op {
    let count = count.min(op.old.len());
    let (old, new) = (op.old.end - count..op.old.end, op.new.end - count..op.new.end);
    Op { is_equal: op.is_equal, old, new }
}
