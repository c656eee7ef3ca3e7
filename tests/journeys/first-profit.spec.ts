import { expect, type Page, test } from '@playwright/test';
import { type Product, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { mailed } from './newcomer.ts';
import { languageOf, speak } from './say.ts';
import { startBriefly } from './start-briefly.ts';
import { makeCancelsSlow } from './virtual-exchange.ts';
import { endWatch, watchAgreement } from './watch-agreement.ts';
import { endWatchOfBot, watchBot } from './watch-bots.ts';

const speech = speak('console', languageOf('en'));
const { language, locale, say, like, told } = speech;
// With this brand nothing is to be paid.
const brand = 'kohaku';
const name = 'Tokyo-1';
const email = 'newcomer@kohaku.example';
const password = 'Balance-3-ways';

test.use({ locale });

const mailedCode = (product: Product): Promise<string> => mailed(product, email, /\b\d{6}\b/);

async function signUp(page: Page, product: Product): Promise<void> {
  await page.goto(`${product.url}/?brand=${brand}&lng=${language}`);
  await expect(page.getByRole('heading', { name: say.kit('login') })).toBeVisible();
  await page.getByRole('link', { name: say.auth('signUp') }).click();
  await expect(page.getByRole('heading', { name: say.auth('signUp') })).toBeVisible();
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  await page.getByLabel(say.auth('passwordAgain')).fill(password);
  await page.getByRole('button', { name: say.auth('createAccount') }).click();

  await expect(page.getByRole('heading', { name: say.auth('verifyTitle') })).toBeVisible();
  // Six digits are sent as soon as they are there.
  await page.getByLabel(say.auth('code')).fill('000000');
  await expect(page.getByText(told('verificationCodeWrong')).first()).toBeVisible();
  await expectAccessible(page, 'code');
  await openLinkElsewhere(page, product);
  await page.getByLabel(say.auth('code')).fill(await mailedCode(product));
  await expect(page.getByRole('heading', { name: say.dashboard('firstTitle') })).toBeVisible();
}

/** In a browser that did not sign up the mailed link opens nothing without the password. */
async function openLinkElsewhere(page: Page, product: Product): Promise<void> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error('no browser');
  const other = await context.newPage();
  const link = new URLSearchParams({ email, code: await mailedCode(product), lng: language, brand });
  await other.goto(`${product.url}/verify?${link}`);
  await other.getByLabel(say.kit('password'), { exact: true }).fill('Somebody-elses-1');
  await expectAccessible(other, 'code, in another browser');
  await other.getByRole('button', { name: say.auth('verify') }).click();
  await expect(other.getByText(told('emailOrPassword'))).toBeVisible();
  await context.close();
}

async function signInAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: say.kit('userMenu') }).click();
  await page.getByRole('menuitem', { name: say.kit('signOut') }).click();
  await expect(page.getByRole('heading', { name: say.kit('login') })).toBeVisible();
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(`${password}x`);
  await page.getByRole('button', { name: say.kit('login'), exact: true }).click();
  await expect(page.getByText(told('emailOrPassword'))).toBeVisible();
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say.kit('login'), exact: true }).click();
  await expect(page.getByRole('heading', { name: say.shell('dashboard'), level: 1 })).toBeVisible();
}

/** Notes of each message, as it appears, what can be pressed below it. */
const watchToasts = `
  globalThis.covered = [];
  new MutationObserver(() => {
    const toast = document.querySelector('.MuiAlert-filled');
    if (!toast || toast.isNoted) return;
    toast.isNoted = true;
    const own = toast.getBoundingClientRect();
    const isBelow = ({ left, right, top, bottom }) => left < own.right && right > own.left && top < own.bottom && bottom > own.top;
    const others = [...document.querySelectorAll('button, a[href], input')].filter((one) => !toast.contains(one));
    covered.push(others.filter((one) => isBelow(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 120)));
  }).observe(document.body, { childList: true, subtree: true });
`;

async function setUpBot(page: Page): Promise<void> {
  await page.getByRole('link', { name: say.shell('setup') }).click();
  await expect(page.getByRole('heading', { name: say.shell('setup'), level: 1 })).toBeVisible();
  await page.evaluate(watchToasts);
  await page.getByRole('button', { name: say.setup('trialButton') }).click();
  await expect(page.getByText(say.setup('accepted'))).toBeVisible();
  expect(await page.evaluate('covered')).toEqual([[]]);
  await page.getByLabel(say.setup('botName')).fill('Tokyo 1');
  await page.getByRole('button', { name: say.setup('next') }).click();
  await expect(page.getByText(say.setup('invalidBotName'))).toBeVisible();
  await page.getByLabel(say.setup('botName')).fill(name);
  await page.getByRole('button', { name: say.setup('next') }).click();

  await page.getByRole('radio', { name: 'BTC, USDT, ETH' }).click();
  await page.getByRole('button', { name: say.setup('next') }).click();

  const width = page.getByRole('textbox', { name: new RegExp(`^${say.setup('width')}`) });
  await width.fill('0.5');
  await width.press('Tab');
  await expect(page.getByRole('table', { name: say.setup('suggested') })).toBeVisible();
  // Its candles are fetched first.
  await expect(page.getByText(like.backtest('curveSentence', { width: '0.5' }))).toBeVisible();
  await expectAccessible(page, 'set-up, step 3');
  await page.getByRole('button', { name: say.setup('confirm') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(like.setup('confirmText', { name, width: '0.5' }));
  // Asked for twice it is made once.
  await dialog.getByRole('button', { name: say.setup('create') }).dblclick();
  await expect(page.getByRole('heading', { name: say.shell('bots'), level: 1 })).toBeVisible();
}

async function botRow(page: Page) {
  await page.getByRole('link', { name: say.shell('bots') }).click();
  return page.getByRole('listitem').filter({ has: page.getByRole('link', { name }) });
}

/** Orders as wanted, known and reported agree; the decisions are found by their words. */
async function seeTruth(page: Page): Promise<void> {
  await (await botRow(page)).getByRole('link', { name }).click();
  await expect(page.getByText(say.bot('matchedOf', { matched: 6, count: 6 }))).toBeVisible();
  await expect(page.getByRole('table', { name: say.result('byCurrency') }).getByRole('row')).toHaveCount(4);
  // A head, and a day; two of them around midnight.
  await expect(
    page
      .getByRole('table', { name: say.result('days') })
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  const word = say.bot('statefilled');
  const search = page.getByLabel(say.bot('find'), { exact: true });
  await search.fill(word);
  await expect(page).toHaveURL(new RegExp(`find=${encodeURIComponent(word)}`));
  await expect(search).toBeFocused();
  const entries = page.getByRole('list', { name: say.bot('timeline') }).getByRole('listitem');
  await expect(entries.filter({ hasText: word }).first()).toBeVisible();
  await expect(entries.filter({ hasNotText: word })).toHaveCount(0);
}

const lost = (page: Page) => page.getByText(like.ui('offlineBar')).or(page.getByText(say.ui('offlineBarNoAge')));

/** The page is there through the end of its server, and goes on by itself. */
async function outliveTheServer(page: Page, product: Product, again: () => Promise<Product>): Promise<Product> {
  // What is on its way as the power goes is believed lost only after more than a minute of asking.
  await expect(page.getByText(say.bot('matchedOf', { matched: 6, count: 6 }))).toBeVisible();
  expect(await product.stop('SIGKILL')).toBeNull();
  await expect(lost(page)).toBeVisible();
  const back = await again();
  await expect(lost(page)).toBeHidden();
  await untilAllMatch(page);
  return back;
}

/** A machine that is quick would be done with what comes before the exchange has been asked for its orders. */
const untilAllMatch = (page: Page): Promise<void> => expect(page.getByText(say.bot('matchedOf', { matched: 6, count: 6 }))).toBeVisible();

/** Without a network the last figures stay, a stop is refused aloud, and nothing has changed when it is back. */
async function outliveTheNetwork(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(lost(page)).toBeVisible();
  await page.getByRole('button', { name: say.bots('stopNamed', { name }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.bots('stopConfirm') })
    .click();
  await expect(page.getByText(say.ui('offlineNotDone')).first()).toBeVisible();
  await expect(page.getByText(say.bots('running'), { exact: true })).toBeVisible();
  await expectAccessible(page, 'offline');
  await page.context().setOffline(false);
  await expect(lost(page)).toBeHidden();
  await expect(page.getByText(like.bot('matchedOf', { count: 6 }))).toBeVisible();
}

/** What was watched until now: a bot that did not stop, before, while and after its page heard nothing. */
async function expectAgreement(page: Page, through: string): Promise<void> {
  const { seen, states, contradictions } = await endWatch(page, speech);
  expect(contradictions, `through ${through} no two parts of the page contradict one another`).toEqual([]);
  expect(states, through).toContain('running');
  expect(states, through).not.toContain('stopped');
  expect(new Set(seen.map(({ isLost }) => isLost)), through).toEqual(new Set([false, true]));
}

/** However late the exchange answers. */
async function stopSlowly(page: Page, product: Product): Promise<void> {
  await makeCancelsSlow(product);
  await page.getByRole('button', { name: say.bots('stopNamed', { name }) }).click();
  await expect(page.getByRole('dialog')).toContainText(name);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.bots('stopConfirm') })
    .click();
  await expect(page.getByText(say.bot('receipt'))).toBeVisible();
  await expect(page.getByText(say.bot('noOrders')).first()).toBeVisible();
}

/** The same user's list of bots and, in the other language, their dashboard, side by side with the page on which they act. */
async function watchBeside(page: Page, product: Product): Promise<{ agree(): Promise<void> }> {
  const storageState = await page.context().storageState();
  const watched = await Promise.all(
    (
      [
        ['/bots/', language],
        ['/', languageOf('ja')],
      ] as const
    ).map(async ([path, language]) => {
      const context = await page.context().browser()?.newContext({ storageState });
      if (!context) throw new Error('no browser');
      const beside = await context.newPage();
      await beside.goto(`${product.url}${path}?lng=${language}`);
      await expect(beside.getByRole('listitem').filter({ has: beside.getByRole('link', { name }) })).toContainText(/\d \/ 6/);
      await watchBot(beside, name, language);
      return { path, language, context, beside };
    }),
  );
  return {
    async agree() {
      for (const { path, language, context, beside } of watched) {
        await expect(beside.getByRole('listitem').filter({ has: beside.getByRole('link', { name }) })).toContainText(
          speak('console', language).say.bots('stopped'),
        );
        const { states, contradictions } = await endWatchOfBot(beside, name, language);
        expect(contradictions, `${path} in ${language}: no two parts of it contradict one another`).toEqual([]);
        expect(states, path).toEqual(['running', 'stopping', 'stopped']);
        await context.close();
      }
    },
  };
}

test('from sign-up to the first profit, through a restart, to a stop that leaves nothing open', async ({ page }) => {
  await withDataFolder(async (folder) => {
    let product = await startBriefly(folder);
    const port = new URL(product.url).port;
    try {
      await signUp(page, product);
      await signInAgain(page);
      await setUpBot(page);

      const row = await botRow(page);
      await row.getByRole('button', { name: say.bots('startNamed', { name }) }).click();
      await expect(page.getByRole('dialog')).toContainText(like.bots('startText', { count: 6, name }));
      await page
        .getByRole('dialog')
        .getByRole('button', { name: say.bots('startConfirm') })
        .click();
      await expect(row.getByText(say.bots('running'), { exact: true })).toBeVisible();
      await expect(row.getByText('6 / 6')).toBeVisible();

      await page.getByRole('link', { name: say.shell('dashboard') }).click();
      const recent = page.getByRole('region', { name: say.dashboard('recent') });
      await expect(recent.getByText(/^\+0\.0\d+/).first()).toBeVisible();

      await recent.getByRole('link', { name: say.dashboard('showAll') }).click();
      await expect(page).toHaveURL(/\/history\/\?page=1/);
      await expect(page.getByText(/^\+0\.0\d+/).first()).toBeVisible();

      await seeTruth(page);

      await page.getByRole('button', { name: say.bot('orders') }).click();
      await watchAgreement(page, speech);
      product = await outliveTheServer(page, product, () => startBriefly(folder, { PORT: port }));
      await expectAgreement(page, 'a restart');
      await watchAgreement(page, speech);
      await outliveTheNetwork(page);
      await expectAgreement(page, 'a lost connection');
      await watchAgreement(page, speech);
      const others = await watchBeside(page, product);
      await untilAllMatch(page);
      await stopSlowly(page, product);
      await others.agree();
      const { seen, states, contradictions } = await endWatch(page, speech);
      expect(contradictions, 'no two parts of the page contradict one another').toEqual([]);
      expect(states).toEqual(expect.arrayContaining(['running', 'stopping', 'stopped']));
      expect(seen.map(({ toast }) => toast)).toContain(say.bots('stopAsked', { name }));
      expect(seen.map(({ rows, matched }) => `${matched} of ${rows}`)).toContain('6 of 6');
      await expectAccessible(page, 'bot page');
    } finally {
      await product.stop('SIGINT');
    }
  });
});
