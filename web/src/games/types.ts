import type { Component, Snippet } from 'svelte';
import type { GameEvent, LogLine, TableInfo } from '../generated/protocol';
import type { Tune } from '../lib/tune';
import type { IconName } from '../parts/Icon.svelte';

/** Something new for the board to animate. */
export interface Batch {
  n: number;
  lines: LogLine[];
}

/** What every board is given. It draws `view` and plays actions of `legal`, nothing else. */
export interface BoardProps<View> {
  view: View;
  /** The viewer's seat. */
  seat: number | null;
  /** Who is at the lower side where one moves for several: so that nothing changes places. Else the viewer is. */
  below?: number | undefined;
  legal: string[];
  /** It is this viewer's turn and the newest position is shown. */
  canAct: boolean;
  /** Sent and not yet confirmed. */
  pending: string | null;
  names: string[];
  colours: SeatColour[];
  batch: Batch;
  play: (action: string) => void;
  /** What an action would do as far as this seat can know, or why it is refused; null: not to be had now. */
  preview?: (action: string) => Promise<Previewed | null>;
  /** Moves to point at: a hint, the better move of a review. */
  marks?: Mark[];
  /** Name, clock and standing of a seat, for boards that place them in their scene (`cards: 'board'`). */
  card?: Snippet<[number]>;
  /** Says whether an animation still runs: the end is announced afterwards. */
  moving?: (running: boolean) => void;
}

/** The server's answer about a move that was only pointed at; each game knows the shape of `effect`. */
export type Previewed = { effect: unknown } | { refused: string };

/** A move in the game's notation, drawn as an arrow or a ring. */
export interface Mark {
  action: string;
  kind: 'hint' | 'better' | 'played';
}

export interface SeatColour {
  fill: string;
  text: string;
  /** The same in a form that needs no colours. */
  symbol: string;
  label: string;
}

export type Names = (seat: number) => string;

/** What an entry of the log says, what it brought (points, hexes), or the move itself in notation; `lead` stands out before it. */
export type Story = string | { text: string; gain: string; side?: string; lead?: string };

/** A text in English and in Chinese. */
export type Both = readonly [en: string, zh: string];

/** What the shell needs to know about one game; loaded with its board. `View` and `Event` are the game's generated types. */
export interface GameModule<View = unknown, Event = GameEvent> {
  Board: Component<BoardProps<View>>;
  colours(view: View, seats: number): SeatColour[];
  /** What is to be done now, in words. */
  phase(view: View, toAct: number[], names: Names): string;
  /** A line under a player's name. */
  standing(view: View, seat: number): string;
  /** The same where a card is too narrow for words: signs and numbers. */
  brief?(view: View, seat: number): { icon: IconName; n: number }[];
  /** What is compared at the end, by seat: points, stones taken, hexes. */
  score?(view: View): number[];
  /** Whose turn it is, where that is not who has to act, as while a defender chooses dice. */
  current?(view: View): number | null;
  /** What a player holds, for the dialog behind the name. */
  Profile?: Component<{ view: View; seat: number }>;
  /** Puts a position together by hand, for the server to judge; `change` is given the game's own sketch of it. */
  Editor?: Component<{ view: View; change: (sketch: unknown) => void }>;
  /** Whether a player is out of the game. */
  out?(view: View, seat: number): boolean;
  /** Where the players' cards stand: in the board's scene (it renders `card`), or on top of the side column. */
  cards?: 'board' | 'side';
  /** Panels of the game's own among the tabs of the side column. */
  tabs?: GameTab<View>[];
  /** Music for the match. */
  tune?: Tune;
  /** An action for people to read, where its notation is not; `seen` is what is known of the position it is played in. */
  say?(action: string, seen?: Seen<View>): string;
  /** `say` names what stands on the board, so that it needs the position. */
  saysByView?: boolean;
  /** An event in Chinese; English comes from the server. */
  chinese(event: Event, names: Names): string | null;
  /** What entries say, by number, where the game tells several as one; an empty list says nothing. */
  stories?(lines: LogLine[], names: Names): Map<number, Story[]>;
  /** The end from where the viewer sits, where the game has words of its own. */
  verdict?(table: TableInfo, view: View, seat: number | null): string | null;
}

/** A position as far as whoever reads about a move knows it, and what the move does there. */
export interface Seen<View = unknown> {
  view?: View | undefined;
  effect?: unknown;
}

export interface GameTab<View = unknown> {
  id: string;
  label: () => string;
  /** A number worth showing beside the label, such as cards held. */
  count?(view: View, seat: number | null): number | null;
  Panel: Component<BoardProps<View>>;
}

/** The one place where a game's own types are forgotten: the server sends the view of the match's own game. */
export function game<View, Event>(module: GameModule<View, Event>): GameModule {
  return module as unknown as GameModule;
}

/** A position drawn small, and a line about what goes on. */
export interface Thumbnail<View = unknown> {
  /** Square, as large as its box; decoration alone. */
  Small: Component<{ view: View }>;
  line(view: View, names: Names): string;
}

export function thumbnail<View>(module: Thumbnail<View>): Thumbnail {
  return module as unknown as Thumbnail;
}
