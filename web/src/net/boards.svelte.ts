import { untrack } from 'svelte';
import type { ClockView, Outcome } from '../generated/protocol';
import { api } from './api';

/** A match as this person may see it, for a picture of it. */
export interface Board {
  id: string;
  seq: number;
  seat?: number;
  /** The game's own view. */
  view: unknown;
  to_act: number[];
  outcome: Outcome | null;
  spectators: number;
  clock?: ClockView;
}

const EVERY_MS = 4000;
/** What comes into sight together is asked for together. */
const GATHER_MS = 40;
/** As many as the server gives at once. */
const MOST = 12;

/** Positions of several matches, asked for together and again every few seconds while the page is looked at. */
export class Boards {
  #known = $state.raw<Record<string, Board>>({});
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: Promise<void> | null = null;

  /** `ids` is read anew each time: what is no longer wanted is no longer asked for. */
  constructor(ids: () => string[]) {
    const key = $derived(ids().slice(0, MOST).join());
    $effect(() => {
      const wanted = key === '' ? [] : key.split(',');
      const again = (after: number): void => {
        this.#timer = setTimeout(() => {
          if (!document.hidden) void this.#ask(wanted);
          again(EVERY_MS);
        }, after);
      };
      // Something new is shown at once.
      const isNew = untrack(() => wanted.some((id) => !(id in this.#known)));
      if (wanted.length > 0) again(isNew ? GATHER_MS : EVERY_MS);
      return () => clearTimeout(this.#timer);
    });
  }

  of(id: string): Board | undefined {
    return this.#known[id];
  }

  /** One request at a time; who comes meanwhile is asked for after it. */
  async #ask(ids: string[]): Promise<void> {
    await this.#asking;
    this.#asking = this.#read(ids);
    await this.#asking;
  }

  async #read(ids: string[]): Promise<void> {
    try {
      const { boards } = await api<{ boards: Board[] }>(`/boards?ids=${ids.join(',')}`);
      const fresh = boards.filter((it) => {
        const known = this.#known[it.id];
        return it.seq !== known?.seq || it.spectators !== known.spectators || String(it.clock?.vacation_ms) !== String(known.clock?.vacation_ms);
      });
      if (fresh.length > 0) this.#known = { ...this.#known, ...Object.fromEntries(fresh.map((it) => [it.id, it])) };
    } catch {
      // The posters stay; the banner tells if the server is away.
    }
  }
}
