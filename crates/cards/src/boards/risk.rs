use std::fmt::Write as _;
use std::sync::LazyLock;

use parlor_risk::View;
use serde::Deserialize;

use super::Drawing;

/// The territories for small pictures, by id (web/scripts/risk-map).
#[derive(Deserialize)]
struct World {
    size: [u32; 2],
    lands: Vec<String>,
}

static WORLD: LazyLock<Option<World>> = LazyLock::new(|| {
    let text = include_str!("../../../../web/src/games/risk/small.json");
    serde_json::from_str(text).ok()
});

fn land(colour: &str) -> &'static str {
    match colour {
        "red" => "#c0503f",
        "blue" => "#7fb0e4",
        "green" => "#b9cb7f",
        "purple" => "#6b5595",
        "orange" => "#d5872c",
        "yellow" => "#f3dc62",
        _ => "#f3ecdb",
    }
}

pub(super) fn draw(view: &View) -> Drawing {
    let Some(world) = WORLD.as_ref() else {
        return Drawing {
            window: "0 0 1 1".into(),
            svg: String::new(),
        };
    };
    let [width, height] = world.size;
    // The whole world is wider than the square: sea above and below.
    let top = (i64::from(height) - i64::from(width)) / 2;
    let mut svg = format!(r##"<path d="M0 {top}h{width}v{width}h-{width}z" fill="#e3ece6"/>"##);
    for step in 1..10 {
        let _ = write!(
            svg,
            r##"<path d="M{0} {top}v{width}M0 {1}h{width}" fill="none" stroke="#cbdcd4" stroke-width="3"/>"##,
            step * 160,
            top + i64::from(step) * 160
        );
    }
    for (id, d) in world.lands.iter().enumerate() {
        let owner = view.owners.get(id).copied().flatten();
        let held = owner.filter(|_| view.troops.get(id).is_some_and(|&troops| troops > 0));
        let seat = held.and_then(|seat| view.seats.get(seat.index()));
        let fill = land(seat.map_or("", |seat| seat.colour.as_str()));
        let _ = write!(
            svg,
            r##"<path d="{d}" fill="{fill}" stroke="#3d4a44" stroke-width="4" stroke-linejoin="round"/>"##
        );
    }
    if let Some(battle) = view.last_battle {
        for id in [battle.from, battle.to] {
            if let Some(d) = world.lands.get(usize::from(id)) {
                let _ = write!(
                    svg,
                    r##"<path d="{d}" fill="none" stroke="#fff6d8" stroke-width="9" stroke-linejoin="round"/>"##
                );
            }
        }
    }
    Drawing {
        window: format!("0 {top} {width} {width}"),
        svg,
    }
}
