import { api } from './api';

interface Told {
  name: string | null;
  announcement: string | null;
  colour: string | null;
  accent: string | null;
  logo: boolean;
  sign_up: 'open' | 'invited' | 'operator';
}

/** What whoever runs the house calls it, and who may come in. */
class House {
  told = $state.raw<Told | null>(null);
  readonly name = $derived(this.told?.name ?? 'Parlor');
  readonly announcement = $derived(this.told?.announcement ?? '');
  readonly logo = $derived(this.told?.logo === true);
  readonly closed = $derived(this.told !== null && this.told.sign_up !== 'open');

  async load(): Promise<void> {
    this.told = await api<Told>('/house');
    const style = document.documentElement.style;
    if (this.told.colour !== null) style.setProperty('--house', this.told.colour);
    if (this.told.accent !== null) style.setProperty('--house-accent', this.told.accent);
  }
}

export const house = new House();
