//! Remembers calls and receipts of one session.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use bstr::BString;
use patch_apply::ContentHash;

use super::applied::Applied;
use super::output::ToolOutput;

/// The most receipts that can be taken back; the oldest go first.
const MOST_RECEIPTS: usize = 1_000;

/// The most bytes of the patches that take them back.
const MOST_UNDO_BYTES: usize = 64 << 20;

/// The most named calls that are recognised; the oldest go first.
const MOST_REQUESTS: usize = 1_000;

/// The most bytes of the answers to them. The oldest answers go first; that the call was made is
/// still known.
const MOST_ANSWER_BYTES: usize = 64 << 20;

/// Receipts and named calls of a session. They are lost when the process ends.
#[derive(Debug)]
pub(super) struct Session {
    /// The suffix of its receipts' names: a receipt of another session is never taken for one of
    /// this session.
    tag: String,
    keeps_receipts: bool,
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
    /// The contents of the files that it changed, as it left them.
    pub(super) after: BTreeMap<BString, Option<ContentHash>>,
    /// The receipt that it took back itself.
    undoes: Option<String>,
    pub(super) is_taken_back: bool,
}

/// A call with a `request_id`.
#[derive(Debug)]
struct Request {
    id: String,
    /// The request, to recognise the same call.
    asked: ContentHash,
    receipt_id: Option<String>,
    is_taken_back: bool,
    /// Missing if the answers take too much room.
    answer: Option<Arc<ToolOutput>>,
    bytes: usize,
}

/// What is known of a named call.
pub(super) enum Known {
    /// It was made, and this was the answer; and whether its effect was taken back since.
    Answered(Arc<ToolOutput>, TakenBack),
    /// It was made, and the answer is not kept.
    Made(TakenBack),
    /// Another call was made under its name.
    Other,
    /// Nothing.
    New,
}

/// Whether the effect of a call was taken back since.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TakenBack(pub(super) bool);

impl Default for Session {
    fn default() -> Self {
        Self {
            tag: tag(),
            keeps_receipts: true,
            count: 0,
            receipts: VecDeque::new(),
            requests: VecDeque::new(),
        }
    }
}

const TAG: usize = 4;

/// A few letters and digits that another session is unlikely to have: the system seeds the hasher.
fn tag() -> String {
    let mut left = RandomState::new().hash_one(std::process::id());
    let mut tag = String::with_capacity(TAG);
    for _ in 0..TAG {
        let digit = u32::try_from(left % 36).unwrap_or_default();
        tag.extend(char::from_digit(digit, 36));
        left /= 36;
    }
    tag
}

impl Session {
    /// Keeps no receipt from now on.
    pub(super) fn keep_nothing(&mut self) {
        self.keeps_receipts = false;
    }

    /// Names a receipt, and keeps the patch that takes it back; `undoes` is the receipt that it
    /// took back.
    ///
    /// A receipt that cannot be taken back has no name, states why, and displaces no other; one
    /// that changed nothing has no name, either.
    pub(super) fn keep(&mut self, applied: &mut Applied, undoes: Option<&str>) {
        if let Some(undone) = undoes {
            self.take_back(undone);
        }
        if !self.keeps_receipts {
            return;
        }
        let undo = match applied.effects.as_ref() {
            // Nothing has changed.
            Ok(effects) if effects.undo.is_empty() => return,
            Ok(effects) if effects.undo.len() <= MOST_UNDO_BYTES => effects.undo.clone(),
            Ok(effects) => {
                let bytes = effects.undo.len();
                let most = MOST_UNDO_BYTES;
                let reason =
                    format!("what takes it back has {bytes} bytes, and {most} are kept at most");
                applied.not_kept = Some(reason);
                return;
            }
            Err(error) => {
                applied.not_kept = Some(error.to_string());
                return;
            }
        };
        self.count += 1;
        let id = format!("r{}-{}", self.count, self.tag);
        applied.receipt_id = Some(id.clone());
        let (after, undoes) = (applied.after.clone(), undoes.map(str::to_owned));
        self.receipts.push_back(Kept { id, undo, after, undoes, is_taken_back: false });
        self.make_room_for_receipts();
    }

    fn make_room_for_receipts(&mut self) {
        let mut bytes: usize = self.receipts.iter().map(|kept| kept.undo.len()).sum();
        while self.receipts.len() > MOST_RECEIPTS || bytes > MOST_UNDO_BYTES {
            let Some(oldest) = self.receipts.pop_front() else { return };
            bytes -= oldest.undo.len();
        }
    }

    /// Notes that a receipt was taken back. If it was an undo itself, the effect of what it took
    /// back is in the files again, and so on.
    fn take_back(&mut self, id: &str) {
        let (mut next, mut is_taken_back) = (Some(id.to_owned()), true);
        while let Some(id) = next {
            let named = |request: &&mut Request| request.receipt_id.as_deref() == Some(&*id);
            if let Some(request) = self.requests.iter_mut().find(named) {
                request.is_taken_back = is_taken_back;
            }
            let kept = self.receipts.iter_mut().find(|kept| kept.id == id);
            next = kept.and_then(|kept| {
                kept.is_taken_back = is_taken_back;
                kept.undoes.clone()
            });
            is_taken_back = !is_taken_back;
        }
    }

    /// The receipt of this name, if it is still kept.
    pub(super) fn receipt(&self, id: &str) -> Option<&Kept> {
        self.receipts.iter().find(|kept| kept.id == id)
    }

    /// What is known of a named call with the request `asked`.
    pub(super) fn known(&self, id: &str, asked: ContentHash) -> Known {
        let Some(request) = self.requests.iter().find(|request| request.id == id) else {
            return Known::New;
        };
        let taken_back = TakenBack(request.is_taken_back);
        match &request.answer {
            _ if request.asked != asked => Known::Other,
            Some(answer) => Known::Answered(Arc::clone(answer), taken_back),
            None => Known::Made(taken_back),
        }
    }

    /// Keeps the answer to a named call.
    pub(super) fn answer(&mut self, id: &str, asked: ContentHash, answer: &Arc<ToolOutput>) {
        let receipt_id = match &**answer {
            ToolOutput::Applied(applied) => applied.receipt_id.clone(),
            _ => None,
        };
        self.requests.push_back(Request {
            id: id.to_owned(),
            asked,
            receipt_id,
            is_taken_back: false,
            answer: Some(Arc::clone(answer)),
            bytes: answer.weight(),
        });
        if self.requests.len() > MOST_REQUESTS {
            self.requests.pop_front();
        }
        self.make_room_for_answers();
    }

    fn make_room_for_answers(&mut self) {
        let mut bytes: usize = self.requests.iter().map(|request| request.bytes).sum();
        for request in &mut self.requests {
            if bytes <= MOST_ANSWER_BYTES {
                return;
            }
            bytes -= std::mem::take(&mut request.bytes);
            request.answer = None;
        }
    }
}
