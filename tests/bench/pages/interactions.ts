import type { Browser, Page } from '@playwright/test';
import type { FrontEnd, FrontEndName } from './sign-in.ts';
import { freshPage, slowProcessor } from './slow-phone.ts';

export interface Interaction {
  readonly what: string;
  /** The longest that the screen waited. */
  readonly ms: number;
}

interface Step {
  readonly what: string;
  /** Where it is done; the front end's first page where nothing is said. */
  readonly path?: string;
  act(page: Page): Promise<unknown>;
}

/** Runs in the page before its own scripts: keeps how long each thing that was done waited for its frame. */
function watchInteractions(): void {
  const felt: number[] = [];
  Object.assign(globalThis, { felt });
  // A kind of entry that browsers know and Node does not.
  const options = { type: 'event' as 'measure', durationThreshold: 16, buffered: true };
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) felt.push(duration);
  }).observe(options);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const goBetween = async (page: Page, [there, back]: readonly [string, string]): Promise<void> => {
  for (const name of [there, back]) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await heading(page).filter({ hasText: name }).waitFor();
  }
};

const typed = async (page: Page, label: string, text: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).first().fill('');
  await page.getByLabel(label, { exact: true }).first().pressSequentially(text, { delay: 80 });
};

const everywhere: readonly Step[] = [
  {
    what: 'user menu',
    async act(page) {
      await page.getByRole('button', { name: 'User menu' }).first().click();
      await page.waitForTimeout(700);
      await page.keyboard.press('Escape');
    },
  },
  {
    what: 'theme',
    act: (page) =>
      page
        .getByRole('button', { name: /^Appearance/ })
        .first()
        .click(),
  },
];

const steps: Readonly<Record<FrontEndName, readonly Step[]>> = {
  console: [
    ...everywhere,
    { what: 'language', act: (page) => page.locator('button[lang][aria-pressed=false]').first().click() },
    { what: 'page and back', act: (page) => goBetween(page, ['Bot server', 'Dashboard']) },
    { what: 'name of a new bot', path: '/bots/new', act: (page) => typed(page, 'Bot name', 'Tokyo-1') },
  ],
  admin: [
    ...everywhere,
    { what: 'page and back', act: (page) => goBetween(page, ['Bots', 'Users']) },
    { what: 'looking for a user', path: '/users', act: (page) => typed(page, 'E-mail', 'trader') },
  ],
  operator: [...everywhere, { what: 'page and back', act: (page) => goBetween(page, ['Organizations', 'Bots']) }],
};

/** The longest that the screen waited while something was done, three times over: the middle one. */
async function feel(page: Page, what: string, act: Step['act']): Promise<Interaction> {
  const times: number[] = [];
  for (let round = 0; round < 3; round++) {
    await page.evaluate(() => {
      (globalThis as unknown as { felt: number[] }).felt.length = 0;
    });
    await act(page);
    await page.waitForTimeout(1_500);
    times.push(await page.evaluate(() => Math.max(0, ...(globalThis as unknown as { felt: number[] }).felt)));
  }
  return { what, ms: times.sort((a, b) => a - b)[1] ?? Number.NaN };
}

/** What is done on the way through a front end, on a processor that is four times slower. */
export async function interactWith(browser: Browser, { name, base, signedIn }: FrontEnd): Promise<Interaction[]> {
  const felt: Interaction[] = [];
  for (const { what, path = '/', act } of steps[name]) {
    const page = await freshPage(browser, signedIn, 'desk');
    try {
      await page.addInitScript(watchInteractions);
      await page.goto(`${base}${path}?lng=en`);
      await heading(page).waitFor();
      await page.waitForTimeout(2_000);
      await slowProcessor(await page.context().newCDPSession(page));
      felt.push(await feel(page, `${name}: ${what}`, act));
    } finally {
      await page.context().close();
    }
  }
  return felt;
}
