//! Whether the client is still connected.

use std::sync::Arc;

use tokio::sync::watch;

/// How far a client has disconnected, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Presence {
    /// It may send and read.
    #[default]
    Here,
    /// It sends nothing more: a request to it would get no answer. It may still read ours.
    Silent,
    /// It reads nothing more either.
    Gone,
}

/// The client's presence, shared by all parts of a session.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client(Arc<watch::Sender<Presence>>);

impl Client {
    /// Notes a change. A client never comes back.
    pub(crate) fn is_now(&self, presence: Presence) {
        self.0.send_if_modified(|known| {
            let is_news = presence > *known;
            *known = presence.max(*known);
            is_news
        });
    }

    /// Whether the client no longer reads the answers.
    pub(crate) fn is_gone(&self) -> bool {
        *self.0.borrow() == Presence::Gone
    }

    /// Waits until the client has disconnected this far.
    pub(crate) async fn until(&self, presence: Presence) {
        // The sender is ours, so the wait cannot fail.
        let _ = self.0.subscribe().wait_for(|known| *known >= presence).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_comes_back() {
        let client = Client::default();
        client.is_now(Presence::Gone);
        client.is_now(Presence::Silent);
        assert!(client.is_gone());
    }
}
