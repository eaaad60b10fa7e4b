/** Whether this page answers every attack with the most dice; offered at the first attack, kept for the next match. */
const KEY = 'parlor.risk.defend';

function read(): boolean {
  try {
    return localStorage.getItem(KEY) === 'most';
  } catch {
    return false;
  }
}

class AutoDefend {
  on = $state(read());

  set(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEY, on ? 'most' : 'ask');
    } catch {
      // Private windows may refuse; the choice then lasts as long as the page.
    }
  }
}

export const autoDefend = new AutoDefend();
