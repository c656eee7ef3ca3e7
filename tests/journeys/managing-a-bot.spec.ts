import { expect, type Locator, type Page } from '@playwright/test';
import { accountOf, type Product, type TrialAccount, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { startBriefly } from './start-briefly.ts';
import { clearFaults, injectFault } from './virtual-exchange.ts';

const { locale, say, like } = speak('console', languageOf('ja'));
const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } } as const;
const bot = 'Trial-1';

test.use({ viewport: sizes.phone, locale });

async function logIn(page: Page, { email, password }: TrialAccount): Promise<void> {
  await page.getByLabel(say.kit('email')).fill(email);
  await page.getByLabel(say.kit('password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: say.kit('login'), exact: true }).click();
}

/** On a phone nothing but tables may be wider than the screen. */
async function expectNoSideScroll(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect.soft(`${name}: ${beyond} px too wide`).toBe(`${name}: 0 px too wide`);
}

async function findEntry(page: Page, entry: string): Promise<Locator> {
  await page.getByRole('button', { name: say.kit('openNavigation') }).click();
  return page.getByRole('navigation', { name: say.kit('navigation') }).getByRole('link', { name: entry });
}

const open = async (page: Page, entry: string): Promise<void> => (await findEntry(page, entry)).click();

const row = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: bot }) });

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: say.bots('more', { name: bot }) }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Colours and pictures of the login, by which brands differ. */
const dressOf = async (page: Page) => ({
  name: await page.getByRole('main').getByRole('img').getAttribute('alt'),
  logo: await page.getByRole('main').getByRole('img').getAttribute('src'),
  accent: await page.evaluate<string>('getComputedStyle(document.querySelector("button[type=submit]")).backgroundColor'),
  background: await page.evaluate<string>('getComputedStyle(document.body).backgroundColor'),
});

async function seeRunningBot(page: Page, account: TrialAccount): Promise<void> {
  await page.goto(account.address);
  await expect(page.getByRole('heading', { name: say.kit('login') })).toBeVisible();
  await logIn(page, account);
  await expect(page.getByRole('heading', { name: say.shell('dashboard'), level: 1 })).toBeVisible();
  await expectNoSideScroll(page, 'dashboard');
  // Another pair is looked at where one is.
  const pair = page.getByLabel(say.charts('pair'), { exact: true });
  await pair.scrollIntoViewIfNeeded();
  await pair.selectOption('ETH/USDT');
  await expect(page.getByText(like.charts('priceSentence', { pair: 'ETH/USDT' }))).toBeVisible();
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  await open(page, say.shell('bots'));
  await expect(row(page).getByText(say.bots('running'), { exact: true })).toBeVisible();
  await expect(row(page).getByText('6 / 6')).toBeVisible();
  await expectNoSideScroll(page, 'bot list');
}

/** A running bot is stopped before it is edited; a half-made change is not lost without a question. */
async function editWidth(page: Page): Promise<void> {
  await choose(page, say.bots('edit'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(like.bots('stopEditText', { count: 6 }));
  await dialog.getByRole('button', { name: say.bots('stopEditConfirm') }).click();
  await expect(page.getByRole('heading', { name: say.setup('titleEdit', { name: bot }) })).toBeVisible();
  await page.getByRole('button', { name: say.setup('next') }).click();
  await page.getByRole('button', { name: say.setup('next') }).click();
  const width = page.getByRole('textbox', { name: new RegExp(`^${say.setup('width')}`) });
  await expect(width).toHaveValue('0.5');
  await width.fill('0.8');
  await expectNoSideScroll(page, 'set-up, step 3');

  await open(page, say.shell('history'));
  const prompt = page.getByRole('dialog', { name: say.setup('discardTitle') });
  await prompt.getByRole('button', { name: say.setup('stay') }).click();
  await expect(width).toHaveValue('0.8');

  await page.getByRole('button', { name: say.setup('confirm') }).click();
  await expect(dialog).toContainText(like.setup('confirmText', { name: bot, width: '0.8' }));
  await dialog.getByRole('button', { name: say.setup('save') }).click();
  await expect(page.getByRole('heading', { name: say.shell('bots'), level: 1 })).toBeVisible();
  await expect(row(page).getByText('0.8%')).toBeVisible();
}

async function startAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: say.bots('startNamed', { name: bot }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.bots('startConfirm') })
    .click();
  await expect(row(page).getByText(say.bots('running'), { exact: true })).toBeVisible();
  await expect(row(page).getByText('6 / 6')).toBeVisible();
}

/** A key that the server does not know any more leads to the login, which says so and leads back. */
async function comeBackAfterTheSessionEnded(page: Page, account: TrialAccount): Promise<void> {
  const history = await findEntry(page, say.shell('history'));
  // At once, before the page itself asks for anything and learns of it.
  await history.evaluate((link) => {
    localStorage.setItem('x-user-key', 'ended-on-the-server');
    (link as unknown as { click(): void }).click();
  });
  await expect(page.getByRole('heading', { name: say.kit('login') })).toBeVisible();
  await expect(page.getByText(say.kit('signinRequired'))).toBeVisible();
  await logIn(page, account);
  await expect(page.getByRole('heading', { name: say.shell('history'), level: 1 })).toBeVisible();
}

/** A session that cannot be ended is not silently forgotten. */
async function staySignedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: say.kit('userMenu') }).click();
  await page.getByRole('menuitem', { name: say.kit('signOut') }).click();
  const dialog = page.getByRole('dialog', { name: say.kit('signOutFailedTitle') });
  await expect(dialog.getByRole('button', { name: say.kit('signOutHere') })).toBeVisible();
  await dialog.getByRole('button', { name: say.kit('stay') }).click();
  await expect(dialog).toBeHidden();
}

const lost = (page: Page) => page.getByText(like.ui('offlineBar')).or(page.getByText(say.ui('offlineBarNoAge')));

/** While the server is away the last figures stay, with their age; when it is back, everything goes on by itself. */
async function outliveTheServer(page: Page, product: Product, again: () => Promise<Product>): Promise<Product> {
  await open(page, say.shell('bots'));
  await expect(row(page).getByText(say.bots('running'), { exact: true })).toBeVisible();
  await expect(row(page).getByText('6 / 6')).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { wasHereBefore: true }));
  await product.stop('SIGKILL');
  await expect(lost(page)).toBeVisible();
  await expect(row(page).getByRole('link', { name: bot })).toBeVisible();
  await expectNoSideScroll(page, 'offline');
  await staySignedIn(page);
  await open(page, say.shell('backtest'));
  await expect(page.getByRole('heading', { name: say.shell('backtest'), level: 1 })).toBeVisible();
  await open(page, say.shell('bots'));
  await expect(row(page).getByRole('link', { name: bot })).toBeVisible();
  const back = await again();
  await expect(lost(page)).toBeHidden();
  await expect(row(page).getByText(say.bots('running'), { exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true);
  return back;
}

/** Who thinks better of it while the bot is being stopped keeps it. */
async function deleteBot(page: Page, product: Product): Promise<void> {
  await injectFault(product, { type: 'serverError', where: { call: 'cancel' } });
  await choose(page, say.bots('delete'));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(like.bots('stopDeleteText', { name: bot }));
  await dialog.getByRole('button', { name: say.bots('stopDeleteConfirm') }).click();
  await dialog.getByRole('button', { name: say.ui('cancel') }).click();
  await clearFaults(product);
  await expect(row(page).getByRole('button', { name: say.bots('startNamed', { name: bot }) })).toBeVisible();
  await choose(page, say.bots('delete'));
  await dialog.getByRole('button', { name: say.bots('deleteConfirm') }).click();
  await expect(page.getByText(say.bots('emptyTitle'))).toBeVisible();
  await expect(page.getByRole('link', { name: bot })).toBeHidden();
}

async function seeEmptyScreens(page: Page): Promise<void> {
  await open(page, say.shell('history'));
  await expect(page.getByLabel(say.history('bot'), { exact: true })).toContainText(like.history('deletedBot', { name: bot }));
  await expectNoSideScroll(page, 'history of a deleted bot');
  await open(page, say.shell('dashboard'));
  await expect(page.getByText(say.dashboard('firstTitle'))).toBeVisible();
  await expectNoSideScroll(page, 'empty dashboard');
  await expectAccessible(page, 'empty dashboard');
}

/** Typing into the set-up and leaving it: kept while one stays, gone when one wants that. */
async function discardSetUp(page: Page): Promise<void> {
  await open(page, say.shell('setup'));
  await page.getByLabel(say.setup('botName')).fill('Half-made');
  await open(page, say.shell('dashboard'));
  const prompt = page.getByRole('dialog', { name: say.setup('discardTitle') });
  await prompt.getByRole('button', { name: say.setup('discard') }).click();
  await expect(page.getByRole('heading', { name: say.shell('dashboard'), level: 1 })).toBeVisible();
  await open(page, say.shell('setup'));
  await expect(page.getByLabel(say.setup('botName'))).toHaveValue('');
}

/** A reload keeps what is half entered, but for its secrets; who leaves takes these along. */
async function comeBackToTheSetUp(page: Page, account: TrialAccount): Promise<void> {
  const name = page.getByLabel(say.setup('botName'));
  const secret = page.getByLabel(say.setup('secret'), { exact: true });
  await name.fill('Half-made');
  await page.getByLabel(say.setup('account'), { exact: true }).selectOption(say.setup('accountNew'));
  await secret.fill('not-for-others');
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await expect(name).toHaveValue('Half-made');
  await secret.fill('not-for-others');
  await page.getByRole('button', { name: say.kit('userMenu') }).click();
  await page.getByRole('menuitem', { name: say.kit('signOut') }).click();
  await logIn(page, account);
  await open(page, say.shell('setup'));
  await expect(name).toHaveValue('Half-made');
  await expect(secret).toHaveValue('');
}

test('a bot is edited, survives its server, and is deleted, on a phone', async ({ page }) => {
  await withDataFolder(async (folder) => {
    let product = await startBriefly(folder);
    const { port } = new URL(product.url);
    const account = accountOf(product, 'tenbin');
    try {
      await seeRunningBot(page, account);
      await editWidth(page);
      await startAgain(page);
      await comeBackAfterTheSessionEnded(page, account);
      product = await outliveTheServer(page, product, () => startBriefly(folder, { PORT: port }));
      await deleteBot(page, product);
      await seeEmptyScreens(page);
      await discardSetUp(page);
      await comeBackToTheSetUp(page, account);
    } finally {
      await product.stop('SIGINT');
    }
  });
});

test('two brands of one build look different, and both can be read in the dark', async ({ browser, product }) => {
  const dresses = [];
  for (const brand of ['tenbin', 'kohaku'] as const) {
    const account = accountOf(product, brand);
    const context = await browser.newContext({ colorScheme: 'dark', locale, viewport: sizes.desk });
    const page = await context.newPage();
    await page.goto(account.address);
    await expect(page.getByRole('heading', { name: say.kit('login') })).toBeVisible();
    dresses.push(await dressOf(page));
    await expectAccessible(page, `${brand}, login, dark`);
    await logIn(page, account);
    await expect(page.getByRole('heading', { name: say.shell('dashboard'), level: 1 })).toBeVisible();
    await expectAccessible(page, `${brand}, dashboard, dark`);
    await page.getByRole('link', { name: say.shell('bots') }).click();
    await expect(page.getByRole('heading', { name: say.shell('bots'), level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`${brand}$`, 'i'));
    await expectAccessible(page, `${brand}, bot list, dark`);
    await context.close();
  }
  expect(dresses).toHaveLength(2);
  const [first, second] = dresses;
  for (const part of ['name', 'logo', 'accent', 'background'] as const) expect(first?.[part], part).not.toBe(second?.[part]);
});
