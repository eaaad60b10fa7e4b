import { api } from './api';
import { session } from './session.svelte';

export interface Guest {
  name: string;
  playing: boolean;
}

export interface Opponent {
  name: string;
  game: string;
  ended_ms: number;
  won: number;
  lost: number;
  games: number;
  here: boolean;
}

const EVERY_MS = 8000;

/** Who is in the house, looked at again and again while somebody looks. */
export class PeopleHere {
  guests = $state.raw<Guest[]>([]);
  opponents = $state.raw<Opponent[]>([]);
  #timer: ReturnType<typeof setInterval>;

  constructor() {
    this.#timer = setInterval(() => {
      if (!document.hidden) void this.read();
    }, EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async read(): Promise<void> {
    try {
      this.guests = (await api<{ people: Guest[] }>('/people')).people;
      if (session.me !== null) this.opponents = (await api<{ opponents: Opponent[] }>('/me/opponents')).opponents;
    } catch {
      // The banner tells if the server is away.
    }
  }
}
