//! What hangs together, and what that means: a move takes one whole group (rule page 2.3), so a
//! board is its groups, and who can reach which of them.

use super::position::{At, OUTSIDE, Position, owner, rotation, turned};

/// The groups of a board and what each side can take at once.
pub(crate) struct Groups {
    /// The group of each hex, by the index of one of its members.
    root: Vec<u16>,
    /// By that member.
    size: Vec<u16>,
}

/// Moves without a capture that are looked at.
const QUIET: usize = 24;
/// Captures that quiescence looks at.
const LOUDEST: usize = 3;

impl Groups {
    pub fn of(position: &Position) -> Groups {
        let count = position.hexes.len();
        let mut groups = Groups {
            root: (0..count as u16).collect(),
            size: vec![1; count],
        };
        for (at, &hex) in position.hexes.iter().enumerate() {
            let target = position.land.neighbours[at][usize::from(rotation(hex))];
            if target != OUTSIDE && owner(position.hexes[usize::from(target)]) == owner(hex) {
                groups.join(at as u16, target);
            }
        }
        for at in 0..count as u16 {
            groups.root[usize::from(at)] = groups.find(at);
        }
        groups
    }

    fn find(&self, mut at: u16) -> u16 {
        while self.root[usize::from(at)] != at {
            at = self.root[usize::from(at)];
        }
        at
    }

    fn join(&mut self, a: u16, b: u16) {
        let (a, b) = (self.find(a), self.find(b));
        if a == b {
            return;
        }
        let (large, small) = if self.size[usize::from(a)] >= self.size[usize::from(b)] {
            (a, b)
        } else {
            (b, a)
        };
        self.root[usize::from(small)] = large;
        self.size[usize::from(large)] += self.size[usize::from(small)];
    }

    fn group(&self, at: u16) -> u16 {
        self.root[usize::from(at)]
    }

    fn size_of(&self, at: u16) -> u16 {
        self.size[usize::from(self.group(at))]
    }

    /// What turning a hex takes, counted as the change of the lead; nothing is 0.
    fn gain(&self, position: &Position, at: usize, side: u8) -> i32 {
        self.prize(position, position.next_target(at), side)
    }

    /// What the side would gain by pointing at this.
    fn prize(&self, position: &Position, target: u16, side: u8) -> i32 {
        if target == OUTSIDE {
            return 0;
        }
        match owner(position.hexes[usize::from(target)]) {
            taken if taken == side => 0,
            0 => i32::from(self.size_of(target)),
            _ => 2 * i32::from(self.size_of(target)),
        }
    }

    /// The side to move takes its best, then the other what is best for it, somewhat: what is
    /// threatened can often be saved in part.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let (me, other) = (position.side, 3 - position.side);
        let lead = i32::from(position.counts[usize::from(me)])
            - i32::from(position.counts[usize::from(other)]);
        let (mut best, mut soon) = ([0i32; 3], [0i32; 3]);
        for (at, &hex) in position.hexes.iter().enumerate() {
            let side = owner(hex);
            if side == 0 {
                continue;
            }
            let gain = self.gain(position, at, side);
            best[usize::from(side)] = best[usize::from(side)].max(gain);
            let later = position.land.neighbours[at][usize::from(turned(turned(rotation(hex))))];
            let prize = self.prize(position, later, side);
            soon[usize::from(side)] = soon[usize::from(side)].max(prize);
        }
        let (me, other) = (usize::from(me), usize::from(other));
        10 * lead + 7 * best[me] - 4 * best[other] + (soon[me] - soon[other])
    }

    /// The largest captures, each group once.
    pub fn captures(&self, position: &Position, out: &mut Vec<At>) {
        let mut found: Vec<(i32, At)> = Vec::new();
        for at in position.own() {
            let gain = self.gain(position, usize::from(at), position.side);
            if gain > 0 {
                found.push((gain, at));
            }
        }
        found.sort_unstable_by_key(|&(gain, at)| (-gain, at));
        found.dedup_by_key(|&mut (_, at)| self.group(position.next_target(usize::from(at))));
        out.extend(found.into_iter().take(LOUDEST).map(|(_, at)| at));
    }

    /// Every capture, and the quiet moves that do something: leave a group in danger, or get
    /// ready to take one.
    pub fn candidates(&self, position: &Position, out: &mut Vec<At>) {
        let (me, other) = (position.side, 3 - position.side);
        let mut danger = vec![false; position.hexes.len()];
        for (at, &hex) in position.hexes.iter().enumerate() {
            if owner(hex) == other && self.gain(position, at, other) > 0 {
                danger[usize::from(self.group(position.next_target(at)))] = true;
            }
        }
        let mut captures: Vec<(i32, At)> = Vec::new();
        let mut quiet: Vec<(i32, At)> = Vec::new();
        for at in position.own() {
            let place = usize::from(at);
            let gain = self.gain(position, place, me);
            if gain > 0 {
                captures.push((gain, at));
                continue;
            }
            let hex = position.hexes[place];
            let size = i32::from(self.size_of(at));
            let in_danger = danger[usize::from(self.group(at))];
            let later = position.land.neighbours[place][usize::from(turned(turned(rotation(hex))))];
            let prize = self.prize(position, later, me);
            // An arrow into the own group may be what holds it together.
            let old = position.land.neighbours[place][usize::from(rotation(hex))];
            let cuts = old != OUTSIDE && self.group(old) == self.group(at) && size > 2;
            let urgency = if in_danger && cuts { 2 * size } else { 0 };
            quiet.push((urgency + prize, at));
        }
        captures.sort_unstable_by_key(|&(gain, at)| (-gain, at));
        quiet.sort_unstable_by_key(|&(worth, at)| (-worth, at));
        out.extend(captures.into_iter().map(|(_, at)| at));
        out.extend(quiet.into_iter().take(QUIET).map(|(_, at)| at));
    }
}
