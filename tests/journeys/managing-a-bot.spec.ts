import { expect, type Locator, type Page } from '@playwright/test';
import { accountOf, type Product, type TrialAccount, withDataFolder } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { test } from './shared-product.ts';
import { startBriefly } from './start-briefly.ts';
import { clearFaults, injectFault } from './virtual-exchange.ts';

const sizes = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 800 } } as const;
const bot = 'Trial-1';

test.use({ viewport: sizes.phone, locale: 'ja-JP' });

async function logIn(page: Page, { email, password }: TrialAccount): Promise<void> {
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('パスワード', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'ログイン', exact: true }).click();
}

/** On a phone nothing but tables may be wider than the screen. */
async function expectNoSideScroll(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  expect.soft(`${name}: ${beyond} px too wide`).toBe(`${name}: 0 px too wide`);
}

async function findEntry(page: Page, entry: string): Promise<Locator> {
  await page.getByRole('button', { name: 'メニューを開く' }).click();
  return page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: entry });
}

const open = async (page: Page, entry: string): Promise<void> => (await findEntry(page, entry)).click();

const row = (page: Page) => page.getByRole('listitem').filter({ has: page.getByRole('link', { name: bot }) });

async function choose(page: Page, action: '編集' | '削除'): Promise<void> {
  await page.getByRole('button', { name: `${bot}のその他の操作` }).click();
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
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible();
  await logIn(page, account);
  await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible();
  await expectNoSideScroll(page, 'dashboard');
  // Another pair is looked at where one is.
  const pair = page.getByLabel('通貨ペア', { exact: true });
  await pair.scrollIntoViewIfNeeded();
  await pair.selectOption('ETH/USDT');
  await expect(page.getByText('ETH/USDTの現在の価格')).toBeVisible();
  expect(await page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  await open(page, 'ボットサーバー');
  await expect(row(page).getByText('稼働中', { exact: true })).toBeVisible();
  await expect(row(page).getByText('6 / 6')).toBeVisible();
  await expectNoSideScroll(page, 'bot list');
}

/** A running bot is stopped before it is edited; a half-made change is not lost without a question. */
async function editWidth(page: Page): Promise<void> {
  await choose(page, '編集');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('未約定注文6件');
  await dialog.getByRole('button', { name: '停止して編集' }).click();
  await expect(page.getByRole('heading', { name: `${bot}の編集` })).toBeVisible();
  await page.getByRole('button', { name: '次へ' }).click();
  await page.getByRole('button', { name: '次へ' }).click();
  const width = page.getByRole('textbox', { name: /^注文幅/ });
  await expect(width).toHaveValue('0.5');
  await width.fill('0.8');
  await expectNoSideScroll(page, 'set-up, step 3');

  await open(page, '取引履歴');
  const prompt = page.getByRole('dialog', { name: '入力内容を破棄しますか？' });
  await prompt.getByRole('button', { name: '入力を続ける' }).click();
  await expect(width).toHaveValue('0.8');

  await page.getByRole('button', { name: '内容を確認する' }).click();
  await expect(dialog).toContainText('均衡価格から0.8%離れた位置');
  await dialog.getByRole('button', { name: '変更を保存' }).click();
  await expect(page.getByRole('heading', { name: 'ボットサーバー', level: 1 })).toBeVisible();
  await expect(row(page).getByText('0.8%')).toBeVisible();
}

async function startAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: `${bot}を開始` }).click();
  await page.getByRole('dialog').getByRole('button', { name: '開始する' }).click();
  await expect(row(page).getByText('稼働中', { exact: true })).toBeVisible();
  await expect(row(page).getByText('6 / 6')).toBeVisible();
}

/** A key that the server does not know any more leads to the login, which says so and leads back. */
async function comeBackAfterTheSessionEnded(page: Page, account: TrialAccount): Promise<void> {
  const history = await findEntry(page, '取引履歴');
  // At once, before the page itself asks for anything and learns of it.
  await history.evaluate((link) => {
    localStorage.setItem('x-user-key', 'ended-on-the-server');
    (link as unknown as { click(): void }).click();
  });
  await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible();
  await expect(page.getByText('ログインしてください。')).toBeVisible();
  await logIn(page, account);
  await expect(page.getByRole('heading', { name: '取引履歴', level: 1 })).toBeVisible();
}

/** A session that cannot be ended is not silently forgotten. */
async function staySignedIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'ユーザーメニュー' }).click();
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
  const dialog = page.getByRole('dialog', { name: 'サーバー側のログアウトができていません' });
  await expect(dialog.getByRole('button', { name: 'この端末からのみログアウト' })).toBeVisible();
  await dialog.getByRole('button', { name: 'ログアウトしない' }).click();
  await expect(dialog).toBeHidden();
}

/** While the server is away the last figures stay, with their age; when it is back, everything goes on by itself. */
async function outliveTheServer(page: Page, product: Product, again: () => Promise<Product>): Promise<Product> {
  await open(page, 'ボットサーバー');
  await expect(row(page).getByText('稼働中', { exact: true })).toBeVisible();
  await expect(row(page).getByText('6 / 6')).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { wasHereBefore: true }));
  await product.stop('SIGKILL');
  await expect(page.getByText(/接続が切れています。\d+(秒|分)前の数値/)).toBeVisible();
  await expect(row(page).getByRole('link', { name: bot })).toBeVisible();
  await expectNoSideScroll(page, 'offline');
  await staySignedIn(page);
  await open(page, 'バックテスト');
  await expect(page.getByRole('heading', { name: 'バックテスト', level: 1 })).toBeVisible();
  await open(page, 'ボットサーバー');
  await expect(row(page).getByRole('link', { name: bot })).toBeVisible();
  const back = await again();
  await expect(page.getByText('接続が切れています')).toBeHidden();
  await expect(row(page).getByText('稼働中', { exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'wasHereBefore' in globalThis)).toBe(true);
  return back;
}

/** Who thinks better of it while the bot is being stopped keeps it. */
async function deleteBot(page: Page, product: Product): Promise<void> {
  await injectFault(product, { type: 'serverError', where: { call: 'cancel' } });
  await choose(page, '削除');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('稼働中のボットは削除できません');
  await dialog.getByRole('button', { name: '停止して削除' }).click();
  await dialog.getByRole('button', { name: 'キャンセル' }).click();
  await clearFaults(product);
  await expect(row(page).getByRole('button', { name: `${bot}を開始` })).toBeVisible();
  await choose(page, '削除');
  await dialog.getByRole('button', { name: '削除' }).click();
  await expect(page.getByText('ボットはまだありません')).toBeVisible();
  await expect(page.getByRole('link', { name: bot })).toBeHidden();
}

async function seeEmptyScreens(page: Page): Promise<void> {
  await open(page, '取引履歴');
  await expect(page.getByLabel('ボット', { exact: true })).toContainText(`${bot}（`);
  await expectNoSideScroll(page, 'history of a deleted bot');
  await open(page, 'ダッシュボード');
  await expect(page.getByText('はじめましょう')).toBeVisible();
  await expectNoSideScroll(page, 'empty dashboard');
  await expectAccessible(page, 'empty dashboard');
}

/** Typing into the set-up and leaving it: kept while one stays, gone when one wants that. */
async function discardSetUp(page: Page): Promise<void> {
  await open(page, 'ボット設定');
  await page.getByLabel('ボット名').fill('Half-made');
  await open(page, 'ダッシュボード');
  const prompt = page.getByRole('dialog', { name: '入力内容を破棄しますか？' });
  await prompt.getByRole('button', { name: '破棄して移動' }).click();
  await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible();
  await open(page, 'ボット設定');
  await expect(page.getByLabel('ボット名')).toHaveValue('');
}

/** A reload keeps what is half entered, but for its secrets; who leaves takes these along. */
async function comeBackToTheSetUp(page: Page, account: TrialAccount): Promise<void> {
  const name = page.getByLabel('ボット名');
  const secret = page.getByLabel('APIシークレット', { exact: true });
  await name.fill('Half-made');
  await page.getByLabel('取引所口座', { exact: true }).selectOption('別のキーを入力する');
  await secret.fill('not-for-others');
  page.once('dialog', (leaving) => void leaving.accept());
  await page.reload();
  await expect(name).toHaveValue('Half-made');
  await secret.fill('not-for-others');
  await page.getByRole('button', { name: 'ユーザーメニュー' }).click();
  await page.getByRole('menuitem', { name: 'ログアウト' }).click();
  await logIn(page, account);
  await open(page, 'ボット設定');
  await expect(name).toHaveValue('Half-made');
  await expect(secret).toHaveValue('');
}

test('a bot is edited, survives its server, and is deleted, in Japanese on a phone', async ({ page }) => {
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
    const context = await browser.newContext({ colorScheme: 'dark', locale: 'ja-JP', viewport: sizes.desk });
    const page = await context.newPage();
    await page.goto(account.address);
    await expect(page.getByRole('heading', { name: 'ログイン' })).toBeVisible();
    dresses.push(await dressOf(page));
    await expectAccessible(page, `${brand}, login, dark`);
    await logIn(page, account);
    await expect(page.getByRole('heading', { name: 'ダッシュボード', level: 1 })).toBeVisible();
    await expectAccessible(page, `${brand}, dashboard, dark`);
    await page.getByRole('link', { name: 'ボットサーバー' }).click();
    await expect(page.getByRole('heading', { name: 'ボットサーバー', level: 1 })).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(`${brand}$`, 'i'));
    await expectAccessible(page, `${brand}, bot list, dark`);
    await context.close();
  }
  const [first, second] = dresses;
  for (const part of ['name', 'logo', 'accent', 'background'] as const) expect(first?.[part], part).not.toBe(second?.[part]);
});
