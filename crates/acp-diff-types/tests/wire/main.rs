//! The wire format: what is read, what is written, what is refused.

#[cfg(test)]
mod convert;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod lenient;
#[cfg(feature = "official")]
#[cfg(test)]
mod official;
#[cfg(test)]
mod path;
#[cfg(test)]
mod properties;
#[cfg(feature = "schemars")]
#[cfg(test)]
mod schema;
#[cfg(test)]
mod strategies;
#[cfg(test)]
mod support;
#[cfg(test)]
mod theirs;
#[cfg(test)]
mod tolerance;
#[cfg(test)]
mod upstream;
