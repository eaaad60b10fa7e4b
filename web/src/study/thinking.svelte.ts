import { api, Refused } from '../net/api';
import { session } from '../net/session.svelte';
import type { Node, Proven, Study, Worth } from './tree.svelte';

export interface Valued extends Worth {
  action: string;
  line: string[];
  looks: number;
}

/** What a computer player has found so far. */
export interface Analysis {
  done: boolean;
  seat: number | null;
  chances: number[];
  exact: boolean;
  proven: Proven | null;
  moves: Valued[];
  of: number;
}

const FIRST_MS = 140;
const AGAIN_MS = 350;
const KEPT = 'parlor.thinking';

/** Asks the house's computer player about the position shown, and leaves it as soon as another one is. */
export class Thinking {
  on = $state(read());
  told = $state.raw<Analysis | null>(null);
  wrong = $state.raw<Refused | null>(null);
  #run = 0;
  #known = new Map<number, Analysis>();

  constructor(study: () => Study | null) {
    $effect(() => {
      const now = study();
      const node = now?.at ?? null;
      const look = node?.look ?? null;
      const named = session.me !== null;
      if (now === null || node === null || look === null || !this.on || !named) {
        this.told = null;
        return;
      }
      const run = (this.#run += 1);
      const known = this.#known.get(node.id);
      this.told = known ?? null;
      this.wrong = null;
      if (known?.done === true) return;
      const timer = setTimeout(() => void this.#ask(now, node, run), FIRST_MS);
      return () => {
        this.#run += 1;
        clearTimeout(timer);
      };
    });
    $effect(() => () => this.stop());
  }

  /** Whoever goes away needs no answer. */
  stop(): void {
    this.#run += 1;
    if (session.me !== null) void fetch('/api/v1/analysis', { method: 'DELETE', keepalive: true }).catch(() => undefined);
  }

  switch(): void {
    this.on = !this.on;
    if (!this.on) this.stop();
    try {
      localStorage.setItem(KEPT, this.on ? '1' : '0');
    } catch {
      // Asked again next time.
    }
  }

  again(study: Study): void {
    this.wrong = null;
    void this.#ask(study, study.at, (this.#run += 1));
  }

  async #ask(study: Study, node: Node, run: number): Promise<void> {
    const question = await study.question(node, false).catch(() => null);
    while (question !== null && this.#run === run) {
      try {
        const told = await api<Analysis>(`/analysis/${study.game}/evaluate`, { body: question });
        if (this.#run !== run) return;
        this.told = told;
        this.#known.set(node.id, told);
        this.#share(node, told);
        if (told.done) return;
      } catch (error) {
        if (this.#run === run && error instanceof Refused) this.wrong = error;
        return;
      }
      await new Promise((later) => setTimeout(later, AGAIN_MS));
    }
  }

  /** What the moves of the tree are worth. */
  #share(node: Node, told: Analysis): void {
    for (const child of node.children) child.worth = worthOf(told, child);
  }

  /** The same for a move that came into the tree after the answer. */
  lookUp(node: Node): void {
    const told = node.parent === null ? undefined : this.#known.get(node.parent.id);
    if (told !== undefined) node.worth = worthOf(told, node);
  }
}

/** The best ply that begins with a move: where something is owed, the mover gives it as well as possible. */
function worthOf(told: Analysis, node: Node): Worth | null {
  const action = node.step?.action;
  if (action === undefined) return null;
  const own = told.moves.find((it) => it.action === action || it.action.startsWith(`${action}x`));
  return own === undefined ? null : { proven: own.proven, chance: own.chance };
}

function read(): boolean {
  try {
    return localStorage.getItem(KEPT) !== '0';
  } catch {
    return true;
  }
}
