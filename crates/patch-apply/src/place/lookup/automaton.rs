//! Finds all blocks of an index in one pass over the file, by Aho and Corasick.
//!
//! Blocks of nothing but common lines have no rare line by which to look for them. A search for
//! each block would cost hunks times lines; one for all costs hunks and lines.
//!
//! The crate `aho-corasick`, over the tokens as bytes, takes 1.8 to 2.8 times the instructions for
//! 10 to 1,000 blocks of common lines in 100,000 lines, its DFA 1.1 to 7.6 times. It reports every
//! match, although only the first few are wanted: runs of 1 to 30 equal lines in a file of that
//! line cost it 380 times as much.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::MOST_PLACES;
use super::token::{FOREIGN, Token};

type Node = u32;

/// Where every search starts, and what stands for "no node".
const ROOT: Node = 0;

/// The blocks as a trie. Nodes are numbered as they are made, parents before children.
#[derive(Debug)]
struct Trie {
    next: HashMap<(Node, Token), Node, RandomState>,
    /// For each node its parent, and the token between.
    edges: Vec<(Node, Token)>,
    /// For each node the longest other one that ends alike.
    fail: Vec<Node>,
    /// For each node the longest one that ends alike, itself included, where a block ends whose
    /// places are still looked for; [`ROOT`] where there is none.
    exit: Vec<Node>,
}

/// The lines at which each block starts, in order, at most [`MOST_PLACES`].
///
/// Costs one pass over the file, the blocks, and what is found.
pub(super) fn all_places(file: &[Token], blocks: &[&[Token]]) -> Vec<Vec<usize>> {
    let mut places = vec![Vec::new(); blocks.len()];
    let (mut trie, ends) = Trie::new(blocks);
    let mut node = ROOT;
    for (at, token) in file.iter().enumerate() {
        node = trie.step(node, *token);
        let mut end = trie.exit_of(node);
        while end != ROOT {
            let mut is_full = true;
            for block_index in ends.get(&end).into_iter().flatten() {
                let (Some(list), Some(block)) =
                    (places.get_mut(*block_index), blocks.get(*block_index))
                else {
                    continue;
                };
                let start = at + 1 - block.len();
                if list.len() < MOST_PLACES {
                    list.push(start);
                }
                is_full &= list.len() == MOST_PLACES;
            }
            if is_full {
                trie.close(end);
            }
            end = trie.exit_of(trie.fail_of(end));
        }
    }
    places
}

impl Trie {
    /// The trie, and which blocks end at which nodes.
    fn new(blocks: &[&[Token]]) -> (Self, HashMap<Node, Vec<usize>, RandomState>) {
        let mut trie = Self {
            next: HashMap::default(),
            edges: vec![(ROOT, FOREIGN)],
            fail: Vec::new(),
            exit: Vec::new(),
        };
        let mut ends: HashMap<Node, Vec<usize>, RandomState> = HashMap::default();
        let mut by_depth: Vec<Vec<Node>> = Vec::new();
        for (block_index, block) in blocks.iter().enumerate().filter(|(_, block)| !block.is_empty())
        {
            let end = trie.insert(block, &mut by_depth);
            ends.entry(end).or_default().push(block_index);
        }
        trie.fail = vec![ROOT; trie.edges.len()];
        trie.exit = (0..).take(trie.edges.len()).collect();
        // What ends alike is shorter.
        for node in by_depth.into_iter().flatten() {
            let Some((parent, token)) = trie.edge(node) else { continue };
            let fail = if parent == ROOT { ROOT } else { trie.step(trie.fail_of(parent), token) };
            set(&mut trie.fail, node, fail);
            if !ends.contains_key(&node) {
                trie.close(node);
            }
        }
        (trie, ends)
    }

    fn insert(&mut self, block: &[Token], by_depth: &mut Vec<Vec<Node>>) -> Node {
        let mut node = ROOT;
        for (depth, token) in block.iter().enumerate() {
            let made = Node::try_from(self.edges.len()).unwrap_or(ROOT);
            let child = *self.next.entry((node, *token)).or_insert(made);
            if child == made {
                self.edges.push((node, *token));
                if by_depth.len() <= depth {
                    by_depth.push(Vec::new());
                }
                by_depth.get_mut(depth).into_iter().for_each(|nodes| nodes.push(child));
            }
            node = child;
        }
        node
    }

    /// The longest node that ends with what was read so far.
    fn step(&self, mut node: Node, token: Token) -> Node {
        if token == FOREIGN {
            return ROOT;
        }
        loop {
            if let Some(next) = self.next.get(&(node, token)) {
                return *next;
            }
            if node == ROOT {
                return ROOT;
            }
            node = self.fail_of(node);
        }
    }

    /// No more places of the blocks that end at a node are looked for.
    fn close(&mut self, node: Node) {
        let behind = self.fail_of(node);
        set(&mut self.exit, node, behind);
    }

    /// The longest open node that ends as one does. What is passed on the way is passed once.
    fn exit_of(&mut self, mut node: Node) -> Node {
        loop {
            let exit = get(&self.exit, node);
            if exit == node {
                return node;
            }
            let next = get(&self.exit, exit);
            set(&mut self.exit, node, next);
            node = exit;
        }
    }

    fn fail_of(&self, node: Node) -> Node {
        get(&self.fail, node)
    }

    fn edge(&self, node: Node) -> Option<(Node, Token)> {
        self.edges.get(usize::try_from(node).ok()?).copied()
    }
}

fn get(nodes: &[Node], at: Node) -> Node {
    usize::try_from(at).ok().and_then(|at| nodes.get(at)).copied().unwrap_or(ROOT)
}

fn set(nodes: &mut [Node], at: Node, value: Node) {
    if let Some(slot) = usize::try_from(at).ok().and_then(|at| nodes.get_mut(at)) {
        *slot = value;
    }
}
