// Chances come from the server alone; here they are asked for, one at a time, and kept for a position.
import type { Preview, View } from '../../generated/risk';
import type { BoardProps } from '../types';

export type AttackOdds = Extract<Preview, { kind: 'attack' }>;
export type DefenceOdds = Extract<Preview, { kind: 'defend' }>;
export type Gain = Pick<AttackOdds['if_taken'], 'bonuses' | 'income'>;

/** What the board and the panel of odds look at together. */
export const looked = $state<{ odds: AttackOdds | null }>({ odds: null });

export class Previews {
  #known = $state.raw<Map<string, Preview>>(new Map());
  #wanted: string[] = [];
  #busy = false;
  #of: View | null = null;

  constructor(private readonly ask: () => BoardProps<View>['preview']) {}

  /** Another position: everything is open again. */
  turn(view: View): void {
    if (view === this.#of) return;
    this.#of = view;
    this.#wanted = [];
    this.#known = new Map();
  }

  of(action: string): Preview | null {
    return this.#known.get(action) ?? null;
  }
  attack(action: string): AttackOdds | null {
    const it = this.of(action);
    return it?.kind === 'attack' ? it : null;
  }

  /** Asks for these, the first the soonest. */
  want(actions: string[]): void {
    this.#wanted = actions.filter((it) => !this.#known.has(it));
    void this.#next();
  }

  /** Why an action is refused, in the server's words. */
  async refusal(action: string): Promise<string | null> {
    const answer = await this.ask()?.(action).catch(() => null);
    return answer !== null && answer !== undefined && 'refused' in answer ? answer.refused : null;
  }

  async #next(): Promise<void> {
    const ask = this.ask();
    if (this.#busy || ask === undefined) return;
    const action = this.#wanted.shift();
    if (action === undefined) return;
    this.#busy = true;
    const of = this.#of;
    try {
      const answer = await ask(action);
      if (answer !== null && 'effect' in answer && of === this.#of) this.#known = new Map(this.#known).set(action, answer.effect as Preview);
    } catch {
      // Without chances one can still attack.
    } finally {
      this.#busy = false;
    }
    void this.#next();
  }
}

export const percent = (chance: number): string => (chance > 0.995 && chance < 1 ? '>99%' : chance > 0 && chance < 0.005 ? '<1%' : `${Math.round(chance * 100)}%`);

/** What is left of the attackers: a bar for a lost attack, then up to seven for what remains. */
export function bars({ attackers, take }: AttackOdds): { label: string; chance: number; lost: boolean }[] {
  const lost = { label: '', chance: 1 - take, lost: true };
  const rest = attackers.chances.map((chance, i) => ({ n: attackers.least + i, chance })).filter(({ n }) => n > 1);
  const likely = rest.filter((it) => it.chance > 0.002).map((it) => it.n);
  const kept = rest.filter(({ n }) => n >= Math.min(...likely) && n <= Math.max(...likely));
  const wide = Math.max(1, Math.ceil(kept.length / 7));
  const out = [lost];
  for (let i = 0; i < kept.length; i += wide) {
    const part = kept.slice(i, i + wide);
    const [a, b] = [part[0]?.n ?? 0, part.at(-1)?.n ?? 0];
    out.push({ label: a === b ? String(a) : `${a}-${b}`, chance: part.reduce((sum, it) => sum + it.chance, 0), lost: false });
  }
  return out;
}

/** Attackers left on the average of the won fights. */
export function ifWon({ attackers, take }: AttackOdds): number {
  return attackers.chances.reduce((sum, chance, i) => sum + (attackers.least + i > 1 ? (attackers.least + i) * chance : 0), 0) / take;
}
