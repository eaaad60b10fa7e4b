// A house in which the same things happen each time: chance is given (development builds only), names
// are fixed, and moves are made over the API.
import { House } from './house.mjs';
import { dice } from './moves.mjs';

export const SIZES = {
  desktop: { viewport: { width: 1366, height: 768 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  sideways: { viewport: { width: 844, height: 390 }, isMobile: true, hasTouch: true },
};

const GUIDED = ['marelles', 'coexistence', 'obliteration', 'mars', 'risk'].map((game) => `parlor.guided.${game}`);

export class Stage {
  static async open(browser, seed) {
    const stage = new Stage();
    stage.browser = browser;
    stage.house = await new House({ env: { STAGED_CHANCE: seed } }).open();
    return stage;
  }

  /** Somebody with this name, to speak with the API. */
  async person(name) {
    const context = await this.browser.newContext();
    const answer = await context.request.post(`${this.house.url}/api/v1/session`, { data: { name } });
    if (!answer.ok()) throw new Error(await answer.text());
    const ask = async (path, body) => {
      const url = `${this.house.url}/api/v1${path}`;
      const got = body === undefined ? await context.request.get(url) : await context.request.post(url, { data: body });
      const json = await got.json();
      if (!got.ok()) throw new Error(`${path}: ${JSON.stringify(json)}`);
      return json;
    };
    return { name, context, ask, state: await context.storageState() };
  }

  /** A match of these people after `moves` moves or a few more, until the first of them is to move. */
  async match(people, game, { moves, seed = 7, ...table }) {
    const [host, ...guests] = people;
    const { id } = await host.ask('/tables', { game, seats: people.length, ...table });
    for (const guest of guests) await guest.ask(`/tables/${id}/join`, {});
    await this.play(id, people, moves, seed);
    return id;
  }

  async play(id, people, moves, seed = 7) {
    const luck = dice(seed);
    for (let n = 0; n < moves + 200; n += 1) {
      const { seq, to_act: acts, outcome, seat } = await people[0].ask(`/matches/${id}`);
      if (outcome !== null || (n >= moves && acts.includes(seat))) return;
      for (const person of people) {
        const now = await person.ask(`/matches/${id}`);
        if (!now.to_act.includes(now.seat)) continue;
        await person.ask(`/matches/${id}/play`, { seq, action: now.legal[Math.floor(luck() * now.legal.length)] });
        break;
      }
    }
    throw new Error(`${id}: nobody can move`);
  }

  /** A page of this person's, or of a stranger's, on which nothing moves. */
  async page(person, size, scheme, path, options = {}) {
    const context = await this.browser.newContext({
      locale: 'en-GB', timezoneId: 'UTC', colorScheme: scheme, reducedMotion: 'reduce', ...SIZES[size],
      ...(person ? { storageState: person.state } : {}), ...options,
    });
    await context.addInitScript((keys) => keys.forEach((key) => localStorage.setItem(key, '1')), GUIDED);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(this.house.url + path);
    return page;
  }

  async close() {
    await this.house.close();
  }
}

/** Everything has come, and what differs from one time to the next is hidden: clocks, addresses, dates, who has been away how long, what a bot took its time for. */
export async function still(page, hidden = []) {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(() => !/Loading…/.test(document.body.innerText));
  await page.waitForFunction(() => [...document.images].every((it) => it.complete));
  const masks = ['.qr', '.code', 'time', '.who p', '.clock', '.link', '.flash', '.toast', '.here', '.people', ...hidden];
  await page.addStyleTag({ content: `${masks.join(',')} { visibility: hidden !important } [data-away], [data-ask] { display: none !important } *, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }` });
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.mouse.move(0, 0);
  // Boards rasterise wood, cloth and paper when they know their size.
  await page.waitForTimeout(700);
}
