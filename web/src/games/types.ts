import type { Component, Snippet } from 'svelte';
import type { GameEvent, LogLine, TableInfo } from '../generated/protocol';

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

/** What the shell needs to know about one game; loaded with its board. */
export interface GameModule {
  // Each board narrows the view to its own type.
  Board: Component<BoardProps<any>>; // eslint-disable-line @typescript-eslint/no-explicit-any
  colours: (view: any, seats: number) => SeatColour[]; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** What is to be done now, in words. */
  phase: (view: any, toAct: number[], names: Names) => string; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** A line under a player's name. */
  standing: (view: any, seat: number) => string; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** Whose turn it is, where that is not who has to act, as while a defender chooses dice. */
  current?: (view: any) => number | null; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** What a player holds, for the dialog behind the name. */
  Profile?: Component<{ view: any; seat: number }>; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** Whether a player is out of the game. */
  out?: (view: any, seat: number) => boolean; // eslint-disable-line @typescript-eslint/no-explicit-any
  /** Where the players' cards stand: in the board's scene (it renders `card`), or on top of the side column. */
  cards?: 'board' | 'side';
  /** Panels of the game's own among the tabs of the side column. */
  tabs?: GameTab[];
  /** Chat at the left, the board in the middle, the players at the right, where there is room. */
  wide?: boolean;
  /** An event in Chinese; English comes from the server. */
  chinese: (event: GameEvent, names: Names) => string | null;
  /** What entries say, by number, where the game tells several as one; an empty list says nothing. */
  stories?: (lines: LogLine[], names: Names) => Map<number, string[]>;
  /** The end from where the viewer sits, where the game has words of its own. */
  verdict?: (table: TableInfo, view: any, seat: number | null) => string | null; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export interface GameTab {
  id: string;
  label: () => string;
  /** A number worth showing beside the label, such as cards held. */
  count?: (view: any, seat: number | null) => number | null; // eslint-disable-line @typescript-eslint/no-explicit-any
  Panel: Component<BoardProps<any>>; // eslint-disable-line @typescript-eslint/no-explicit-any
}

export const SYMBOLS = ['●', '▲', '■', '◆', '★', '✚'];
