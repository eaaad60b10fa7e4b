//! What territories are worth to a seat. Playouts ask for every border of every position, so what
//! depends on continents alone is found once a position.

use parlor_engine::{Game, Seat};
use parlor_risk::Risk;
use parlor_risk::world::{
    ASIA, CONTINENTS, Lands, TERRITORIES, TerritoryId, contains, continent_lands,
};

pub(crate) fn bonus(state: &Risk, continent: u8) -> f64 {
    match continent {
        ASIA => f64::from(state.options().asia_bonus),
        _ => f64::from(CONTINENTS[usize::from(continent)].bonus),
    }
}

/// How much of a continent a set is, 0 to 1.
pub(crate) fn share(lands: Lands, continent: u8) -> f64 {
    let all = continent_lands(continent);
    f64::from((lands & all).count_ones()) / f64::from(all.count_ones())
}

pub(crate) fn continent_of(id: TerritoryId) -> u8 {
    TERRITORIES[usize::from(id) % TERRITORIES.len()].continent
}

/// What a seat gains by taking a territory of another, in troops.
pub(crate) struct Worth {
    /// One more territory, by continent.
    step: [f64; CONTINENTS.len()],
    /// Where a seat has nothing else: who takes it is rid of an enemy.
    last: Lands,
}

impl Worth {
    /// To the seat that holds `own`.
    pub fn to(state: &Risk, own: Lands) -> Worth {
        let mut worth = Worth {
            step: [1.0; CONTINENTS.len()],
            last: 0,
        };
        let others = (0..state.seats()).map(|seat| state.board().held(Seat(seat)) & !own);
        let others: [Lands; 6] = collected(others);
        for (continent, step) in (0..).zip(&mut worth.step) {
            let (bonus, all) = (bonus(state, continent), continent_lands(continent));
            let with = share(own, continent) + 1.0 / f64::from(all.count_ones());
            *step += if (all & !own).is_power_of_two() {
                2.5 * bonus
            } else {
                bonus * (with.powi(2) - share(own, continent).powi(2))
            };
            if others.iter().any(|theirs| all & !theirs == 0) {
                *step += 1.8 * bonus;
            }
        }
        for theirs in others {
            if theirs.is_power_of_two() {
                worth.last |= theirs;
            }
        }
        worth
    }

    pub fn of(&self, id: TerritoryId) -> f64 {
        let last = if contains(self.last, id) { 6.0 } else { 0.0 };
        self.step[usize::from(continent_of(id))] + last
    }
}

fn collected(sets: impl Iterator<Item = Lands>) -> [Lands; 6] {
    let mut all = [0; 6];
    for (place, set) in all.iter_mut().zip(sets) {
        *place = set;
    }
    all
}
