//! What is remembered between the calls of one session.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use bstr::BString;
use patch_apply::Hash;

use super::applied::Applied;
use super::output::ToolOutput;

/// The most receipts that can be taken back; the oldest go first.
const MOST_RECEIPTS: usize = 1_000;

/// The most bytes of the patches that take them back.
const MOST_UNDO_BYTES: usize = 64 << 20;

/// The most named calls whose answers are kept; the oldest go first.
const MOST_REQUESTS: usize = 1_000;

/// Receipts and named calls of a session. Nothing of it outlives the process.
#[derive(Debug, Default)]
pub(super) struct Session {
    count: usize,
    receipts: VecDeque<Kept>,
    requests: VecDeque<Request>,
}

/// A receipt that can be taken back.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) id: String,
    /// The patch that takes it back.
    pub(super) undo: String,
    /// What is in the files that it changed, as it left them.
    pub(super) after: BTreeMap<BString, Option<Hash>>,
}

/// A call that its caller named.
#[derive(Debug)]
struct Request {
    id: String,
    /// What was asked, to know the same call again.
    asked: Hash,
    answer: Arc<ToolOutput>,
}

/// What is known of a named call.
pub(super) enum Known {
    /// It was made, and this was the answer.
    Answered(Arc<ToolOutput>),
    /// Another call was made under its name.
    Other,
    /// Nothing.
    New,
}

impl Session {
    /// Names a receipt, and keeps what takes it back.
    pub(super) fn keep(&mut self, applied: &mut Applied) {
        self.count += 1;
        let id = format!("r{}", self.count);
        applied.receipt_id = Some(id.clone());
        if let Ok(effects) = &applied.effects {
            let (undo, after) = (effects.undo.clone(), applied.after.clone());
            self.receipts.push_back(Kept { id, undo, after });
        }
        let bytes =
            |receipts: &VecDeque<Kept>| receipts.iter().map(|kept| kept.undo.len()).sum::<usize>();
        while self.receipts.len() > MOST_RECEIPTS || bytes(&self.receipts) > MOST_UNDO_BYTES {
            self.receipts.pop_front();
        }
    }

    /// The receipt of this name, if it is still kept.
    pub(super) fn receipt(&self, id: &str) -> Option<&Kept> {
        self.receipts.iter().find(|kept| kept.id == id)
    }

    /// What is known of a named call that asks for `asked`.
    pub(super) fn known(&self, id: &str, asked: Hash) -> Known {
        match self.requests.iter().find(|request| request.id == id) {
            Some(request) if request.asked == asked => Known::Answered(Arc::clone(&request.answer)),
            Some(_) => Known::Other,
            None => Known::New,
        }
    }

    /// Keeps the answer to a named call.
    pub(super) fn answer(&mut self, id: &str, asked: Hash, answer: &Arc<ToolOutput>) {
        let answer = Arc::clone(answer);
        self.requests.push_back(Request { id: id.to_owned(), asked, answer });
        if self.requests.len() > MOST_REQUESTS {
            self.requests.pop_front();
        }
    }
}
