// `make bench-page`: how long a first visit waits for something to look at, on localhost.
import { House, launch } from './house.mjs';

const VISITS = 9;
const house = await new House().open();
const browser = await launch();
try {
  const times = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    // Nothing is kept from one visit to the next.
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(house.url);
    await page.locator('article svg').first().waitFor();
    times.push(await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime));
    await context.close();
  }
  times.sort((a, b) => a - b);
  const [least, median, most] = [times[0], times[VISITS >> 1], times.at(-1)].map(Math.round);
  console.log(`first contentful paint of ${VISITS} first visits: ${least} to ${most} ms, median ${median} (at most 1000 asked for)`);
} finally {
  await browser.close();
  await house.close();
}
