//! Whether the client is still there.

use std::sync::Arc;

use tokio::sync::watch;

/// How far a client has gone, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Presence {
    /// It may send and read.
    #[default]
    Here,
    /// It sends nothing more: whoever waits for its answer waits in vain. It may still read ours.
    Silent,
    /// It reads nothing more either.
    Gone,
}

/// What all parts of a session know of the client's presence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Client(Arc<watch::Sender<Presence>>);

impl Client {
    /// Takes note of what became of it. Nobody comes back.
    pub(crate) fn is_now(&self, presence: Presence) {
        self.0.send_if_modified(|known| {
            let is_news = presence > *known;
            *known = presence.max(*known);
            is_news
        });
    }

    /// Whether nobody reads what is answered.
    pub(crate) fn is_gone(&self) -> bool {
        *self.0.borrow() == Presence::Gone
    }

    /// Waits until the client is as far as this.
    pub(crate) async fn until(&self, presence: Presence) {
        // The sender is ours: the wait ends with what is waited for.
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
