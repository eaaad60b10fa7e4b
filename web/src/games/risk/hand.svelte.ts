// Which cards are marked to be handed in: the bar and the panel of cards show the same hand.
const state = $state<{ marked: number[]; hand: string }>({ marked: [], hand: '' });

export const marked = (): number[] => state.marked;

export function toggle(i: number): void {
  state.marked = state.marked.includes(i) ? state.marked.filter((it) => it !== i) : [...state.marked, i];
}

/** In notation, ones first, as the server lists it. */
export const trade = (hand: number[], picked: number[]): string => `cards ${picked.map((i) => hand[i] ?? 0).slice().sort((a, b) => a - b).join(' ')}`;

/** Rebuilt from the server's hand, never from what was marked; the most that may be handed in is marked at first. */
export function deal(hand: number[], legal: string[]): void {
  const key = `${hand.join()}|${legal.length}`;
  if (key === state.hand) return;
  state.hand = key;
  const most = legal.filter((it) => it.startsWith('cards ')).map((it) => it.split(' ').slice(1).map(Number)).slice().sort((a, b) => sum(b) - sum(a))[0] ?? [];
  const left = [...most];
  state.marked = hand.flatMap((stars, i) => {
    const at = left.indexOf(stars);
    if (at < 0) return [];
    left.splice(at, 1);
    return [i];
  });
}
const sum = (all: number[]): number => all.reduce((a, b) => a + b, 0);
