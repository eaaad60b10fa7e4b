//! Derives and an attribute that leave nothing behind, in the place of those of `ts-rs` and `utoipa`.

use proc_macro::TokenStream;

#[proc_macro_derive(TS, attributes(ts))]
pub fn typescript(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

#[proc_macro_derive(ToSchema, attributes(schema))]
pub fn schema(_: TokenStream) -> TokenStream {
    TokenStream::new()
}

#[proc_macro_attribute]
pub fn path(_: TokenStream, handler: TokenStream) -> TokenStream {
    handler
}
