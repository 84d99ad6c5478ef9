//! Circles in a graph whose nodes are numbers.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// From each node to those that it points at.
pub type Graph<N> = BTreeMap<N, BTreeSet<N>>;

/// The knots of a graph: the largest sets of nodes in which each leads to every other. A single
/// node is not a knot. The graphs here are a crate's files, so following every node costs little.
pub fn knots<N: Copy + Ord>(graph: &Graph<N>) -> Vec<BTreeSet<N>> {
    let reached: BTreeMap<N, BTreeSet<N>> =
        graph.keys().map(|&node| (node, reached_from(graph, node))).collect();
    let leads = |from: N, to: N| reached.get(&from).is_some_and(|reached| reached.contains(&to));
    let mut knots: Vec<BTreeSet<N>> = Vec::new();
    for &node in graph.keys() {
        let is_known = knots.iter().any(|knot| knot.contains(&node));
        if !is_known && leads(node, node) {
            knots.push(
                graph.keys().copied().filter(|&o| leads(node, o) && leads(o, node)).collect(),
            );
        }
    }
    knots
}

/// The nodes that a node leads to; itself only if a way leads back.
fn reached_from<N: Copy + Ord>(graph: &Graph<N>, node: N) -> BTreeSet<N> {
    let mut reached = BTreeSet::new();
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let next = graph.get(&node).into_iter().flatten();
        open.extend(next.copied().filter(|&next| reached.insert(next)));
    }
    reached
}

/// The shortest circle of a knot, from its first node on, without repeating that node at the end.
///
/// Of several circles, the first in the order of the nodes.
pub fn shortest_circle<N: Copy + Ord>(graph: &Graph<N>, knot: &BTreeSet<N>) -> Vec<N> {
    let circles = knot.iter().filter_map(|&node| circle_through(graph, node));
    circles.min_by_key(Vec::len).unwrap_or_default()
}

fn circle_through<N: Copy + Ord>(graph: &Graph<N>, start: N) -> Option<Vec<N>> {
    let mut before: BTreeMap<N, N> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(node) = open.pop_front() {
        for &next in graph.get(&node).into_iter().flatten() {
            if next == start {
                let way = std::iter::successors(Some(node), |node| before.get(node).copied());
                let mut way: Vec<N> = way.collect();
                way.reverse();
                return Some(way);
            }
            before.entry(next).or_insert_with(|| {
                open.push_back(next);
                node
            });
        }
    }
    None
}
