import type { Followed } from '../net/match.svelte';

const STEP_MS = 700;

/** Walks through the positions of a match, by hand or by itself. */
export class Replayer {
  running = $state(false);
  readonly #followed: Followed;

  constructor(followed: Followed) {
    this.#followed = followed;
    $effect(() => {
      if (!this.running) return;
      if (this.at >= this.last) {
        this.running = false;
        return;
      }
      const next = this.at + 1;
      const timer = setTimeout(() => this.go(next), STEP_MS);
      return () => clearTimeout(timer);
    });
  }

  get last(): number {
    return this.#followed.snap?.seq ?? 0;
  }

  get at(): number {
    return this.#followed.at ?? this.last;
  }

  go(to: number): void {
    void this.#followed.look(Math.max(0, Math.min(this.last, to)));
  }

  step(by: number): void {
    this.running = false;
    this.go(this.at + by);
  }

  end(): void {
    this.running = false;
    void this.#followed.look(null);
  }

  toggle(): void {
    if (!this.running && this.at >= this.last) this.go(0);
    this.running = !this.running;
  }

  /** Arrow keys step wherever they have no other meaning; true if one was used. */
  key(event: KeyboardEvent): boolean {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return false;
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest('input, textarea, select, dialog, [data-cell], [role=tablist], [contenteditable]')) return false;
    switch (event.key) {
      case 'ArrowLeft': this.step(-1); return true;
      case 'ArrowRight': this.step(1); return true;
      case 'Home': this.go(0); return true;
      case 'End': this.end(); return true;
      case ' ':
        // Elsewhere the space bar presses what has the focus.
        if (target?.closest('button, a, summary, [role=log]') || this.#followed.snap?.outcome === null) return false;
        this.toggle();
        return true;
      default: return false;
    }
  }
}
