//! What a position is worth before anything is calculated: the terms of rule page 5.2, with
//! weights near its starting ones.

use parlor_marelles::board::{FULL, MILL_MASKS, NEIGHBOURS, POINTS, slides};

use super::position::Position;

const STONE: i32 = 100;
const MILL: i32 = 18;
/// Two stones and an empty third point.
const PAIR: i32 = 12;
/// A pair whose third point an own stone can reach at once.
const READY: i32 = 14;
/// A stone that leaves one mill to close another.
const SWING: i32 = 45;
const SHUT_IN: i32 = 7;
const FREEDOM: i32 = 3;
const CROSSING: i32 = 4;
/// To move is worth something.
const TEMPO: i32 = 4;

const CROSSINGS: u32 = 1 << 4 | 1 << 10 | 1 << 13 | 1 << 19;

/// Everything beside a set of points, byte by byte.
static BESIDE: [[u32; 256]; 3] = {
    let mut of_point = [0u32; POINTS];
    let mut at = 0;
    while at < POINTS {
        let mut n = 0;
        while n < NEIGHBOURS[at].len() {
            of_point[at] |= 1 << NEIGHBOURS[at][n];
            n += 1;
        }
        at += 1;
    }
    let mut table = [[0; 256]; 3];
    let mut byte = 0;
    while byte < 3 {
        let mut bits = 1;
        while bits < 256usize {
            let low = bits.trailing_zeros() as usize;
            table[byte][bits] = table[byte][bits & (bits - 1)] | of_point[byte * 8 + low];
            bits += 1;
        }
        byte += 1;
    }
    table
};

fn beside(mask: u32) -> u32 {
    let [a, b, c, _] = (mask & FULL).to_le_bytes();
    BESIDE[0][usize::from(a)] | BESIDE[1][usize::from(b)] | BESIDE[2][usize::from(c)]
}

pub(crate) fn evaluate(position: &Position) -> i32 {
    let empty = position.empty();
    TEMPO + side(position.own, position.enemy, empty, position.hand)
        - side(position.enemy, position.own, empty, position.enemy_hand)
}

fn side(own: u32, enemy: u32, empty: u32, hand: u8) -> i32 {
    let stones = own.count_ones() as i32 + i32::from(hand);
    let flies = hand == 0 && own.count_ones() <= 3;
    let (mut mills, mut pairs, mut ready, mut swings) = (0, 0, 0, 0);
    for mill in MILL_MASKS {
        let mine = own & mill;
        if mine == mill {
            mills += 1;
        } else if enemy & mill == 0 && mine.count_ones() == 2 {
            pairs += 1;
            let gap = mill & !mine;
            // Whatever can step into the gap without leaving the pair.
            let helpers = beside(gap) & own & !mine;
            if helpers != 0 || flies {
                ready += 1;
                swings += i32::from(
                    MILL_MASKS
                        .iter()
                        .any(|&other| own & other == other && other & helpers != 0),
                );
            }
        }
    }
    let mut value = STONE * stones + MILL * mills + PAIR * pairs;
    if hand == 0 {
        value += READY * ready + SWING * swings;
    }
    if !flies {
        let shut_in = (own & !beside(empty)).count_ones() as i32;
        value += FREEDOM * slides(own, empty).count_ones() as i32 - SHUT_IN * shut_in;
    }
    value + CROSSING * (own & CROSSINGS).count_ones() as i32
}
