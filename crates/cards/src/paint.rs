use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::{CardError, HEIGHT, WIDTH};

pub(crate) fn png(svg: &str) -> Result<Vec<u8>, CardError> {
    let tree = Tree::from_str(svg, &Options::default())?;
    let mut pixels = Pixmap::new(WIDTH, HEIGHT).ok_or(CardError::Painting)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| CardError::Painting)
}
