import type { Colour, View } from '../../generated/marelles';
// The eighteen stones as things that keep their identity, so that each can be seen to move.

export interface Stone {
  id: number;
  colour: Colour;
  /** A point by its index, or a socket in a tray. */
  at: { on: 'board' | 'hand' | 'taken'; n: number };
}

const NINE = 9;
const COLOURS: Colour[] = ['black', 'white'];

function wanted(view: View, colour: Colour): { hand: number; taken: number; points: Set<number> } {
  const seat = view.colours.indexOf(colour);
  const points = new Set(view.cells.flatMap((it, i) => (it === colour ? [i] : [])));
  return { hand: view.hands[seat] ?? 0, taken: view.captured[1 - seat] ?? 0, points };
}

/** All stones in the boxes, as before the first move. */
export function unplaced(): Stone[] {
  return COLOURS.flatMap((colour, c) => Array.from({ length: NINE }, (_, n) => ({ id: c * NINE + n, colour, at: { on: 'hand' as const, n } })));
}

/** The same stones as the view has them; what stands where it stood does not move. */
export function arranged(before: Stone[], view: View): Stone[] {
  return COLOURS.flatMap((colour) => {
    const { hand, taken, points } = wanted(view, colour);
    const own = before.filter((it) => it.colour === colour).map((it) => ({ ...it }));
    const missing = new Set(points);
    const kept: Stone[] = [];
    const free: Record<Stone['at']['on'], Stone[]> = { board: [], hand: [], taken: [] };
    for (const stone of own) {
      if (stone.at.on === 'board' && missing.delete(stone.at.n)) kept.push(stone);
      else free[stone.at.on].push(stone);
    }
    const byPlace = (a: Stone, b: Stone): number => a.at.n - b.at.n;
    const inHand = free.hand.sort(byPlace);
    const inBox = free.taken.sort(byPlace);
    // What left the board was taken if the captor has more than before; the rest moved.
    const lost = free.board.splice(0, Math.max(0, taken - inBox.length));
    const spare = [...inHand.splice(hand), ...free.board, ...inBox.splice(taken)];
    const put = (stone: Stone | undefined, on: Stone['at']['on'], n: number): Stone[] => (stone === undefined ? [] : [{ ...stone, at: { on, n } }]);
    const moved = [...missing].flatMap((n) => put(free.board.shift() ?? spare.pop(), 'board', n));
    const used = new Set(moved.map((it) => it.id));
    const rest = spare.filter((it) => !used.has(it.id));
    const hands = Array.from({ length: hand }, (_, n) => put(inHand[n] ?? rest.pop(), 'hand', n)).flat();
    const boxes = [...inBox, ...lost];
    const box = Array.from({ length: taken }, (_, n) => put(boxes[n] ?? rest.pop(), 'taken', n)).flat();
    return [...kept, ...moved, ...hands, ...box].sort((a, b) => a.id - b.id);
  });
}

/** The stone that a player's next placement takes from the tray. */
export function nextInHand(stones: Stone[], colour: Colour): Stone | undefined {
  return stones.filter((it) => it.colour === colour && it.at.on === 'hand').sort((a, b) => b.at.n - a.at.n)[0];
}
