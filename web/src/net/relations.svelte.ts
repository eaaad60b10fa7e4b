import { api } from './api';
import { session } from './session.svelte';

interface Lists {
  muted: string[];
  blocked: string[];
}

/** Whom this person does not want to hear or to meet; the server keeps it. */
class Relations {
  muted = $state.raw<string[]>([]);
  blocked = $state.raw<string[]>([]);
  #of: string | null = null;

  /** Reads the lists once for each name; called by whoever shows what people say. */
  know(): void {
    const name = session.me?.name ?? null;
    if (name === this.#of) return;
    this.#of = name;
    this.#take({ muted: [], blocked: [] });
    if (name !== null) void api<Lists>('/me/relations').then((lists) => this.#take(lists), () => (this.#of = null));
  }

  /** Whether what somebody says is hidden here. */
  hides(name: string): boolean {
    return this.muted.includes(name) || this.blocked.includes(name);
  }

  async set(name: string, wish: 'mute' | 'block', on: boolean): Promise<void> {
    this.#take(await api<Lists>('/me/relations', { body: { name, wish, on } }));
  }

  #take({ muted, blocked }: Lists): void {
    [this.muted, this.blocked] = [muted, blocked];
  }
}

export const relations = new Relations();
