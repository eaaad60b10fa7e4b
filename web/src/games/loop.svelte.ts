// Examples on the pages of rules: they play while they are seen, and stand still for whoever wants no motion.
import { pace } from '../lib/settings.svelte';

export class Loop {
  /** How many steps have been made. */
  at = $state(0);
  /** Jumps back to the beginning are not animated. */
  rewound = $state(false);
  #timer = 0;

  constructor(
    readonly steps: number,
    readonly step = 1300,
    readonly rest = 2200,
  ) {
    if (pace(step) === 0) this.at = steps;
  }

  /** For the element whose sight starts it. */
  readonly watch = (element: Element): { destroy: () => void } => {
    const seen = new IntersectionObserver(([entry]) => {
      clearTimeout(this.#timer);
      if (entry?.isIntersecting === true && pace(this.step) > 0) this.#wait(700);
    }, { threshold: 0.4 });
    seen.observe(element);
    return {
      destroy: () => {
        seen.disconnect();
        clearTimeout(this.#timer);
      },
    };
  };

  #wait(ms: number): void {
    this.#timer = window.setTimeout(() => this.#tick(), ms);
  }

  #tick(): void {
    this.rewound = this.at >= this.steps;
    this.at = this.rewound ? 0 : this.at + 1;
    this.#wait(this.at >= this.steps ? this.rest : this.rewound ? 900 : this.step);
  }
}
