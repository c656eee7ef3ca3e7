/**
 * `npm run bench:pages`: every page of the three built front ends as a slow phone gets it for the first time (1.6 Mbit/s,
 * 300 ms there and back, a processor four times slower): requests, kilobytes, when something was first seen, when the
 * page's heading was, and how long what a person does there keeps the screen waiting. Exit code 1 where a promise is not
 * kept. `-- interactions` measures only the last of these, `-- console`, `admin` or `operator` only that front end.
 */
import { chromium } from '@playwright/test';
import config from '../../../playwright.config.ts';
import { startProduct, withDataFolder } from '../../product.ts';
import { type FirstVisit, visitAll } from './first-visit.ts';
import { type Interaction, interactWith } from './interactions.ts';
import { enter, frontEnds } from './sign-in.ts';

const promised = { requests: 25, firstContentMs: 2_000, interactionMs: 200 };
const chosen = frontEnds.filter((name) => process.argv.includes(name));
const isInteractionsOnly = process.argv.includes('interactions');

const seen: FirstVisit[] = [];
const felt: Interaction[] = [];
await withDataFolder(async (data) => {
  const product = await startProduct(data, { REQUESTS_PER_MINUTE: '100000' });
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    for (const name of chosen.length > 0 ? chosen : frontEnds) {
      const frontEnd = await enter(browser, product, name);
      if (!isInteractionsOnly) seen.push(...(await visitAll(browser, frontEnd)));
      felt.push(...(await interactWith(browser, frontEnd)));
    }
  } finally {
    await browser.close();
    await product.stop('SIGINT');
  }
});

if (!isInteractionsOnly) console.table(seen);
console.table(felt);
const broken = [
  ...seen
    .filter(
      ({ requests, firstContentMs, isQuiet }) => requests > promised.requests || !(firstContentMs < promised.firstContentMs) || !isQuiet,
    )
    .map(({ page }) => page),
  ...felt.filter(({ ms }) => !(ms < promised.interactionMs)).map(({ what }) => what),
];
console.log(broken.length === 0 ? 'kept' : `broken: ${broken.join(', ')}`);
process.exitCode = broken.length === 0 ? 0 : 1;
