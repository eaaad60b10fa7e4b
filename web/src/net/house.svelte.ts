import { api } from './api';

interface Told {
  name: string | null;
  announcement: string | null;
  colour: string | null;
  accent: string | null;
  logo: boolean;
  sign_up: 'open' | 'invited' | 'operator';
  /** Whoever has not come in is shown nobody. */
  hidden: boolean;
  /** Addresses that other machines can use; none if the house listens on its own machine only. */
  addresses: string[];
  terminal: number | null;
}

const here = location.hostname;
/** The page was opened on the house's own machine: others cannot use its address. */
export const atHome = here === 'localhost' || here.endsWith('.localhost') || here === '[::1]' || /^127\./.test(here);

/** What whoever runs the house calls it, who may come in, and how others reach it. */
class House {
  told = $state.raw<Told | null>(null);
  readonly name = $derived(this.told?.name ?? 'Parlor');
  readonly announcement = $derived(this.told?.announcement ?? '');
  readonly logo = $derived(this.told?.logo === true);
  /** Not everybody may come in. */
  readonly closed = $derived(this.told !== null && this.told.sign_up !== 'open');
  readonly hidden = $derived(this.told?.hidden === true);
  /** What an invitation begins with. */
  readonly origin = $derived(atHome ? (this.told?.addresses[0] ?? location.origin) : location.origin);
  /** Nobody from another machine can come. */
  readonly alone = $derived(atHome && this.told !== null && this.told.addresses.length === 0);

  async load(): Promise<void> {
    this.told = await api<Told>('/house');
    const style = document.documentElement.style;
    if (this.told.colour !== null) style.setProperty('--house', this.told.colour);
    if (this.told.accent !== null) style.setProperty('--house-accent', this.told.accent);
  }
}

export const house = new House();
