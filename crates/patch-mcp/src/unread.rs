//! Answers that the client has not read yet.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::model::RequestId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most tool answers that are finished and not yet written: above it, no call begins. An answer
/// may have megabytes, and the server would have to keep all answers for a client that does not
/// read.
const MOST: usize = 8;

/// Room for answers: a call takes it before it begins, and it is free again when the answer is
/// written.
#[derive(Clone, Debug)]
pub(crate) struct Unread {
    room: Arc<Semaphore>,
    taken: Arc<Mutex<HashMap<RequestId, OwnedSemaphorePermit>>>,
}

impl Default for Unread {
    fn default() -> Self {
        Self { room: Arc::new(Semaphore::new(MOST)), taken: Arc::default() }
    }
}

impl Unread {
    /// Waits for room for the answer to a call.
    pub(crate) async fn enter(&self, id: &RequestId) {
        // The semaphore is never closed.
        if let Ok(permit) = Arc::clone(&self.room).acquire_owned().await {
            self.locked().insert(id.clone(), permit);
        }
    }

    /// Takes the room of a call with its answer; drop it when the answer is written, or never will
    /// be.
    pub(crate) fn leave(&self, id: &RequestId) -> Option<OwnedSemaphorePermit> {
        self.locked().remove(id)
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<RequestId, OwnedSemaphorePermit>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
