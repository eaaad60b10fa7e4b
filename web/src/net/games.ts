// What GET /api/v1/games tells about each game: crates/server/src/http/games.rs and
// crates/engine/src/options.rs. It is no part of the socket's protocol, which is generated.

/** What an option may be; a kind this page does not know is left at its default. */
export type OptionKind =
  | { type: 'flag' }
  /** True, false, or null: then the game decides. */
  | { type: 'maybe_flag' }
  | { type: 'number' | 'limit'; min: number; max: number }
  | { type: 'choice'; values: string[] }
  | { type: 'list'; item: string; max: number }
  /** A number for each key, together at least `min_total`. */
  | { type: 'counts'; keys: string[]; min: number; max: number; min_total: number };

export type OptionSpec = OptionKind & {
  name: string;
  default: unknown;
  about: string;
};

export interface GameInfo {
  id: string;
  name: string;
  about: string;
  min_seats: number;
  max_seats: number;
  hidden: boolean;
  draw_offers: boolean;
  /** What people who play each other expect, unless they say otherwise. */
  table_defaults: { turn_seconds: number | null; confirm: boolean };
  /** Whoever does not choose is seated by lot. */
  shuffle_seats: boolean;
  /** What the seats are, from the first on; none where a lot decides. */
  sides: { id: string; name: string; about: string }[];
  options: OptionSpec[];
  /** Levels of the computer players, weakest first. */
  bots: string[];
}
