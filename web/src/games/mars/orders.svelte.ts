// How orders are given: choose a unit, then a target; by click, drag, keyboard or touch alike.
import type { Preview, Side, View } from '../../generated/mars';
import type { Previewed } from '../types';
import { at } from './tiles';

export interface Given {
  view: () => View;
  side: () => Side | null;
  legal: () => string[];
  canAct: () => boolean;
  play: (action: string) => void;
  preview: () => ((action: string) => Promise<Previewed | null>) | undefined;
}

/** A target that was pointed at, and what the server says about it. */
export interface Pointed {
  tile: string;
  action: string;
  effect: Preview | null;
}

export class Orders {
  chosen = $state<string | null>(null);
  pointed = $state.raw<Pointed | null>(null);
  /** Touched once: the second touch is the order. */
  armed = $state<string | null>(null);
  /** A refusal, at the tile it is about. */
  refused = $state.raw<{ tile: string; text: string } | null>(null);
  #asked = 0;
  #forget: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly given: Given) {}

  targets = $derived.by(() => {
    const { chosen } = this;
    return new Set(chosen === null ? [] : this.given.legal().filter((move) => move.startsWith(`${chosen}-`)).map((move) => move.slice(move.indexOf('-') + 1)));
  });

  own(tile: string): boolean {
    const unit = this.given.view().units.find((it) => at(it.at) === tile);
    return unit !== undefined && unit.side === this.given.side();
  }

  drop(): void {
    this.chosen = this.armed = this.refused = null;
    this.unpoint();
  }

  unpoint(): void {
    this.#asked += 1;
    this.pointed = null;
  }

  choose(tile: string): void {
    this.chosen = tile;
    this.armed = null;
    this.unpoint();
  }

  /** The table of rule page 7.4; a finger looks at a fight before it orders one. */
  press(tile: string, touch: boolean): void {
    this.refused = null;
    const { chosen } = this;
    const unit = this.given.view().units.find((it) => at(it.at) === tile);
    if (!this.given.canAct()) {
      // Who clicks on their unit too early is told so, there.
      if (unit !== undefined && unit.side === this.given.side()) void this.#why(`${tile}-${tile}`, tile);
      return;
    }
    if (chosen !== null && this.targets.has(tile)) {
      const fight = unit !== undefined && unit.side !== this.given.side();
      if (touch && fight && this.armed !== tile) {
        this.armed = tile;
        this.point(tile);
      } else this.order(`${chosen}-${tile}`);
    } else if (unit !== undefined && unit.side === this.given.side()) this.choose(tile);
    else if (unit !== undefined) {
      // Out of reach: the choice is given up, and the tile says why.
      this.drop();
      if (chosen !== null) void this.#why(`${chosen}-${tile}`, tile);
    }
    else if (chosen !== null && chosen !== tile) void this.#why(`${chosen}-${tile}`, tile);
  }

  order(action: string): void {
    this.given.play(action);
    this.drop();
  }

  /** Asks what the chosen unit would do there. */
  point(tile: string): void {
    const { chosen } = this;
    if (chosen === null || !this.targets.has(tile)) return void (this.armed === null && this.unpoint());
    if (this.pointed?.action !== `${chosen}-${tile}`) void this.#ask(`${chosen}-${tile}`, tile);
  }

  async #ask(action: string, tile: string): Promise<void> {
    const asked = (this.#asked += 1);
    this.pointed = { tile, action, effect: null };
    const answer = await this.given.preview()?.(action);
    if (asked !== this.#asked) return;
    if (answer && 'effect' in answer) this.pointed = { tile, action, effect: answer.effect as Preview };
  }

  /** Why not there? Only the server knows. */
  async #why(action: string, tile: string): Promise<void> {
    const answer = await this.given.preview()?.(action);
    if (!answer || !('refused' in answer)) return;
    this.refused = { tile, text: answer.refused };
    clearTimeout(this.#forget);
    this.#forget = setTimeout(() => (this.refused = null), 2600);
  }
}
