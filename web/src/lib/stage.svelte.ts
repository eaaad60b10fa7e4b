import { HOUSE, type Tune } from './tune';

/** Whether somebody has touched the page: before that browsers keep it silent. */
export const gesture = { made: false };
for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => (gesture.made = true), { capture: true, once: true });

let tune = $state.raw<Tune | null>(HOUSE);

/** What is on, for the music: the tune of the front page, a menu or a game; null is silence. */
export const stage = {
  get tune(): Tune | null {
    return tune;
  },
  set tune(to: Tune | null) {
    tune = to;
  },
};
