//! Derives that tell other languages what our types look like: `TS` for the page, `ToSchema` and `path`
//! for whoever uses the API. Tests write the descriptions down (`web/src/generated`, `docs/openapi.json`)
//! and hold them against the types; a program carries what was written. So without the feature `describe`
//! the derives leave nothing behind, and a program is built sooner and smaller.

#[cfg(not(feature = "describe"))]
pub use parlor_undescribed::{TS, ToSchema, path};
#[cfg(feature = "describe")]
pub use {
    ts_rs::TS,
    utoipa::{ToSchema, path},
};
