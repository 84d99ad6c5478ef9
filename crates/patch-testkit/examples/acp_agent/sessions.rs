//! The sessions of a connection.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use acp_diff_types::{AbsolutePath, InvalidPath};
use tokio::sync::watch;

use crate::fresh::fresh;

/// The directory of each session, and the sender that cancels its turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sessions(Arc<Mutex<HashMap<String, Session>>>);

#[derive(Debug)]
struct Session {
    root: AbsolutePath,
    is_cancelled: watch::Sender<bool>,
}

/// One turn of a session.
#[derive(Clone, Debug)]
pub(crate) struct Turn {
    pub(crate) root: AbsolutePath,
    is_cancelled: watch::Receiver<bool>,
}

impl Sessions {
    /// Opens a session over a directory; returns its name.
    pub(crate) fn open(&self, directory: &Path) -> Result<String, InvalidPath> {
        let root = AbsolutePath::try_from(directory)?;
        let session = Session { root, is_cancelled: watch::Sender::new(false) };
        let id = fresh("session");
        self.locked().insert(id.clone(), session);
        Ok(id)
    }

    /// Begins a turn; `None` if there is no such session. An earlier cancellation does not affect
    /// it.
    pub(crate) fn begin(&self, id: &str) -> Option<Turn> {
        let mut sessions = self.locked();
        let session = sessions.get_mut(id)?;
        session.is_cancelled = watch::Sender::new(false);
        Some(Turn { root: session.root.clone(), is_cancelled: session.is_cancelled.subscribe() })
    }

    /// Cancels the turn of a session, if there are both.
    pub(crate) fn cancel(&self, id: &str) {
        if let Some(session) = self.locked().get(id) {
            session.is_cancelled.send_replace(true);
        }
    }

    fn locked(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    pub(crate) fn is_cancelled(&self) -> bool {
        *self.is_cancelled.borrow()
    }

    /// Waits until the turn is cancelled.
    pub(crate) async fn cancelled(&self) {
        let mut is_cancelled = self.is_cancelled.clone();
        if is_cancelled.wait_for(|is_cancelled| *is_cancelled).await.is_err() {
            // The next turn has begun: this one can no longer be cancelled.
            std::future::pending::<()>().await;
        }
    }
}
