// What the server says and hears; the Rust side is crates/server/src/protocol.

export type Status = 'open' | 'ready' | 'running' | 'over';
export type Watch = 'open' | 'delayed' | 'off';
export type Clock =
  | { type: 'none' }
  | { type: 'per_move'; seconds: number }
  | { type: 'total'; seconds: number; increment: number };

export interface Me {
  name: string;
  protected: boolean;
}

export interface SeatInfo {
  name?: string;
  bot?: string;
  confirmed: boolean;
  left: boolean;
}

export interface Outcome {
  kind: 'win' | 'draw' | 'no_winner' | 'aborted';
  winner: number | null;
  places: number[];
  reason: string;
}

export interface TableInfo {
  id: string;
  game: string;
  name: string;
  status: Status;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  host: string;
  private: boolean;
  rated: boolean;
  clock: Clock;
  watch: Watch;
  confirm: boolean;
  commitment: string;
  created_ms: number;
  ended_ms?: number;
  outcome?: Outcome;
  rematch?: string;
  invite?: string;
}

export interface NewTable {
  game: string;
  options?: Record<string, unknown>;
  name?: string;
  seats?: number;
  private?: boolean;
  rated?: boolean;
  clock?: Clock;
  watch?: Watch;
  confirm?: boolean;
  bots?: string[];
  nonce?: string;
}

export interface GameEvent {
  kind: string;
  [field: string]: unknown;
}

export interface LogLine {
  seq: number;
  kind: 'action' | 'resign' | 'leave' | 'time_out' | 'agree_draw' | 'take_back';
  seat: number | null;
  events: GameEvent[];
  words: string[];
  at_ms: number;
}

export interface ChatLine {
  seq: number;
  at_ms: number;
  name: string;
  seat: number | null;
  text: string;
}

export interface ClockView {
  left_ms: (number | null)[];
  running: number[];
  now_ms: number;
}

export interface Offer {
  kind: 'take_back' | 'draw';
  by: number;
}

export interface Snapshot {
  table: TableInfo;
  seq: number;
  seat: number | null;
  view: unknown;
  to_act: number[];
  legal: string[];
  pattern: { form: string; bounds: unknown } | null;
  outcome: Outcome | null;
  clock: ClockView | null;
  offer: Offer | null;
  missed: LogLine[];
  chat: ChatLine[];
  spectators: number;
}

export interface Update {
  match: string;
  seq: number;
  log: LogLine[];
  view: unknown;
  to_act: number[];
  legal: string[];
  pattern?: { form: string; bounds: unknown } | null;
  outcome?: Outcome | null;
  clock?: ClockView | null;
}

export type ServerMessage = { id?: string } & (
  | { type: 'welcome'; you?: Me; version: string; now_ms: number }
  | { type: 'pong'; now_ms: number }
  | { type: 'done'; table?: TableInfo }
  | { type: 'error'; code: string; message: string; match?: string }
  | { type: 'lobby'; tables: TableInfo[] }
  | { type: 'table'; table: TableInfo }
  | { type: 'table_gone' }
  | { type: 'paired'; table: TableInfo }
  | ({ type: 'match' } & Snapshot)
  | ({ type: 'update' } & Update)
  | { type: 'chat'; match: string; line: ChatLine }
  | { type: 'offer'; match: string; offer: Offer | null }
  | { type: 'bye'; reason: string }
);

export interface OptionSpec {
  name: string;
  type: 'flag' | 'maybe_flag' | 'number' | 'choice' | 'limit' | 'list' | 'counts';
  min?: number;
  max?: number;
  values?: string[];
  item?: string;
  default: unknown;
  about: string;
}

export interface GameInfo {
  id: string;
  name: string;
  about: string;
  min_seats: number;
  max_seats: number;
  hidden: boolean;
  draw_offers: boolean;
  options: OptionSpec[];
  bots: string[];
}
