//! The time of a file's last change as GNU diff writes it.

use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// The time in the zone of this machine; for a missing file the start of 1970 in UTC.
pub(crate) fn shown(time: Option<SystemTime>) -> String {
    let time = Timestamp::try_from(time.unwrap_or(UNIX_EPOCH)).unwrap_or(Timestamp::UNIX_EPOCH);
    time.to_zoned(TimeZone::system()).strftime("%Y-%m-%d %H:%M:%S.%9f %z").to_string()
}
