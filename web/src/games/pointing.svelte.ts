// Asks the server what the action one points at would do: one question at a time, the newest first.
import type { Previewed } from './types';

export class Pointing<Effect> {
  /** The action pointed at, and what is known of it. */
  action = $state<string | null>(null);
  answer = $state.raw<Previewed | null>(null);
  #asking = false;

  constructor(readonly ask: () => ((action: string) => Promise<Previewed | null>) | undefined) {}

  get effect(): Effect | null {
    return this.answer !== null && 'effect' in this.answer ? (this.answer.effect as Effect) : null;
  }

  at(action: string | null): void {
    if (action === this.action) return;
    this.action = action;
    this.answer = null;
    if (!this.#asking) void this.#next();
  }

  async #next(): Promise<void> {
    this.#asking = true;
    try {
      for (let asked: string | null = null; this.action !== null && this.action !== asked; ) {
        asked = this.action;
        const answer = (await this.ask()?.(asked)) ?? null;
        if (this.action === asked) this.answer = answer;
      }
    } catch {
      // Without an answer nothing is shown.
    } finally {
      this.#asking = false;
    }
  }
}
