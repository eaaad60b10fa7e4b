import { api } from './api';

interface Found {
  /** Addresses that other machines can use; none if the house listens on its own machine only. */
  addresses: string[];
  terminal: number | null;
}

const here = location.hostname;
/** The page was opened on the house's own machine: others cannot use its address. */
export const atHome = here === 'localhost' || here.endsWith('.localhost') || here === '[::1]' || /^127\./.test(here);

/** How others reach the house, asked for once. */
class House {
  #found = $state.raw<Found | null>(null);
  #asked = false;

  get known(): Found | null {
    if (!this.#asked) {
      this.#asked = true;
      void api<Found>('/house').then((found) => (this.#found = found), () => (this.#asked = false));
    }
    return this.#found;
  }

  /** What an invitation begins with. */
  get origin(): string {
    return atHome ? (this.known?.addresses[0] ?? location.origin) : location.origin;
  }

  /** Nobody from another machine can come. */
  get closed(): boolean {
    return atHome && this.known !== null && this.known.addresses.length === 0;
  }
}

export const house = new House();
