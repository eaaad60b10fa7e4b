//! Building the groups of the placing stage, keeping what is there.

use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use parlor_marelles::Removal;
use rayon::ThreadPoolBuilder;

use super::{Capture, Group, Hand, Name, solve};
use crate::build::{occupy, part};
use crate::error::{Error, Fault};
use crate::file::{Kind, folder};
use crate::packed::{DRAW, LOSS, WIN};
use crate::solve::{Captures, Summary, Watch};
use crate::{Packed, Value};

#[derive(Clone, Debug)]
pub struct PlacingPlan {
    pub dir: PathBuf,
    pub removal: Removal,
    pub hand: Hand,
    /// 0 takes all cores.
    pub threads: usize,
}

/// A ply that was judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    pub ply: u8,
    /// Of all its groups together, for the side to move.
    pub summary: Summary,
    pub time: Duration,
}

/// Builds what is missing, from the last ply to the first; the tables of the moving stages must be
/// there. Returns the value of the opening for the side that begins. `watch` hears of the work ahead
/// before anything is done, `tell` of each ply.
pub fn build_placing(
    plan: &PlacingPlan,
    watch: &dyn Watch,
    tell: &(dyn Fn(Placed) + Sync),
) -> Result<Value, Error> {
    let pool = ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| Error::Threads {
            count: plan.threads,
            reason: error.to_string(),
        })?;
    let _lock = occupy(&folder(&plan.dir, plan.removal))?;
    let _placing = occupy(&Name::folder(&plan.dir, plan.removal, plan.hand))?;
    pool.install(|| plan.run(watch, tell))
}

impl PlacingPlan {
    fn run(&self, watch: &dyn Watch, tell: &(dyn Fn(Placed) + Sync)) -> Result<Value, Error> {
        // The first ply from which on everything that is needed must be made.
        let first = (0..self.hand.kept()).rev().find(|&ply| !self.has(ply));
        if let Some(kept) = first {
            // What is searched later is made in between, and thrown away afterwards.
            let from = (kept + 1..self.hand.plies()).find(|&ply| self.has(ply));
            let from = from.unwrap_or(self.hand.plies());
            let plies = (0..from).rev().filter(|&ply| !self.has(ply));
            let plies: Vec<u8> = plies.collect();
            let groups = plies.iter().flat_map(|&ply| Group::of_ply(self.hand, ply));
            watch.replan(groups.map(|group| group.slots() as i64).sum());
            for ply in plies {
                self.ply(ply, watch, tell)?;
                self.forget(ply + 1)?;
            }
        }
        for ply in self.hand.kept()..self.hand.plies() {
            self.forget(ply)?;
        }
        let (_, payload) = self.name(Group::START).read(&self.dir)?;
        let value = crate::packed::decode(payload[0] & 3);
        value.ok_or_else(|| Error::File {
            path: self.name(Group::START).path(&self.dir),
            fault: Fault::Checksum,
        })
    }

    fn name(&self, group: Group) -> Name {
        Name {
            removal: self.removal,
            hand: self.hand,
            group,
        }
    }

    fn has(&self, ply: u8) -> bool {
        let groups = Group::of_ply(self.hand, ply);
        let mut names = groups.into_iter().map(|group| self.name(group));
        names.all(|name| name.read(&self.dir).is_ok())
    }

    /// Removes what was only made for the ply before.
    fn forget(&self, ply: u8) -> Result<(), Error> {
        if ply < self.hand.kept() || ply >= self.hand.plies() {
            return Ok(());
        }
        for group in Group::of_ply(self.hand, ply) {
            let path = self.name(group).path(&self.dir);
            if path.exists() {
                fs::remove_file(&path).map_err(Error::io(&path))?;
            }
        }
        Ok(())
    }

    fn ply(&self, ply: u8, watch: &dyn Watch, tell: &(dyn Fn(Placed) + Sync)) -> Result<(), Error> {
        let begun = Instant::now();
        let mut all = Summary::default();
        for group in Group::of_ply(self.hand, ply) {
            let name = self.name(group);
            if let Ok((header, _)) = name.head().read(&name.path(&self.dir)) {
                // Of a run that was interrupted.
                watch.advance(group.slots());
                header.summaries.iter().for_each(|one| add(&mut all, one));
                continue;
            }
            let captures = match group.after_capture(self.hand) {
                Capture::Wins => None,
                // Without three stones or somebody to take one from there is none to be asked for.
                Capture::Leads(_) if group.mover < 2 || group.opponent < 1 => None,
                Capture::Leads(after) => Some(Captures::new(after.stones(), self.values(after)?)),
            };
            let quiet = self.values(group.after_quiet())?;
            let codes = solve::solve(group, &quiet, captures.as_ref(), watch)?;
            let mut counts = [0u64; 4];
            for &code in &codes {
                counts[usize::from(code & 3)] += 1;
            }
            let summary = Summary {
                wins: counts[usize::from(WIN)],
                draws: counts[usize::from(DRAW)],
                losses: counts[usize::from(LOSS)],
                longest: 0,
            };
            let packed = Packed::pack(codes.into_iter());
            let path = name.path(&self.dir);
            name.head().write(&path, &[summary], &[&packed.0])?;
            add(&mut all, &summary);
        }
        tell(Placed {
            ply,
            summary: all,
            time: begun.elapsed(),
        });
        Ok(())
    }

    /// The values of a group, or of a table when all stones are placed.
    fn values(&self, group: Group) -> Result<Packed, Error> {
        if group.ply == self.hand.plies() {
            let stones = group.stones();
            return part(&self.dir, self.removal, stones, Kind::Values).map(Packed);
        }
        let (_, payload) = self.name(group).read(&self.dir)?;
        Ok(Packed(payload.to_vec()))
    }
}

fn add(all: &mut Summary, one: &Summary) {
    all.wins += one.wins;
    all.draws += one.draws;
    all.losses += one.losses;
}
