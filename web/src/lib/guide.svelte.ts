import { hasContext } from 'svelte';
import type { Batch } from '../games/types';

/** Set around boards on which somebody moves for both sides: there is no first move to lead to. */
export const STUDY = Symbol('study');

/** Words for the first moves of somebody's first game: they can be skipped, and never come back. */
export class Guide {
  step = $state(0);
  on = $state(false);
  #heard = -1;
  readonly #key: string;

  /** `fresh`: the match has just begun and the viewer plays. */
  constructor(
    game: string,
    readonly steps: number,
    fresh: boolean,
  ) {
    this.#key = `parlor.guided.${game}`;
    try {
      this.on = fresh && !hasContext(STUDY) && localStorage.getItem(this.#key) === null;
    } catch {
      // Where nothing can be remembered it would come back each time.
    }
  }

  /** Counts the viewer's own moves. */
  follow(batch: Batch, seat: number | null): void {
    const fresh = this.#heard >= 0 && batch.n !== this.#heard;
    this.#heard = batch.n;
    if (!this.on || !fresh) return;
    this.step += batch.lines.filter((line) => line.kind === 'action' && line.seat === seat).length;
    if (this.step >= this.steps) this.skip();
  }

  skip(): void {
    this.on = false;
    try {
      localStorage.setItem(this.#key, '1');
    } catch {
      // Private windows forget it with everything else.
    }
  }
}
