import { expect, type Page } from '@playwright/test';
import { ownerOf } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { follow, press, title } from './hands.ts';
import { logIn, mailed, mailsTo } from './newcomer.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';
import { signUpByCalls } from './trader.ts';

const { language, locale, say, like } = speak('admin', languageOf('ja'));
const brand = 'kohaku';
const reader = { brand, email: 'yui@kohaku.example', password: 'Yui-reads-it-1', language } as const;
const news = { subject: 'Spring news', body: '# Spring\n\nThere is **more** to come.' } as const;

test.use({ viewport: { width: 1280, height: 800 }, locale });

/** In one language: whoever reads another gets it too. */
async function write(page: Page): Promise<void> {
  await follow(page, say.shell('mail'));
  await follow(page, say.mail('write'));
  await title(page, say.mail('write'));
  const part = page.getByRole('group', { name: say.mail(`language_${language}`) });
  await part.getByLabel(say.mail('subject')).fill(news.subject);
  await part.getByLabel(say.mail('body')).fill(news.body);
  await expect(page.getByTitle(like.mail('previewOf')).contentFrame().getByRole('heading', { name: 'Spring', exact: true })).toBeVisible();
}

/** How many it would reach, as the page says it. */
async function countOf(page: Page): Promise<number> {
  const [, count] = /(\d+)/.exec(await page.getByText(like.mail('willReach')).innerText()) ?? [];
  return Number(count);
}

/** Nothing is sent before its number is typed. */
async function send(page: Page, count: number): Promise<void> {
  await press(page, say.mail('check'));
  const dialog = page.getByRole('dialog', { name: say.mail('checkTitle') });
  const confirm = dialog.getByRole('button', { name: say.mail('send'), exact: true });
  await expect(confirm).toBeDisabled();
  await expectAccessible(page, 'sending to everybody');
  await dialog.getByRole('textbox').fill(String(count));
  await confirm.click();
  await title(page, news.subject);
  await expect(page.getByText(say.mail('progressOf', { done: count, count })).first()).toBeVisible();
  await expect(page.getByText(say.mail('state_sent'), { exact: true }).first()).toBeVisible();
  await expectAccessible(page, 'a mail that was sent to everybody');
}

const subjectsTo = (product: Parameters<typeof mailsTo>[0], email: string) => async () =>
  (await mailsTo(product, email)).map(({ subject }) => subject);

test('news go to everybody once, and who wants no more of them gets none', async ({ browser, page, product }) => {
  await signUpByCalls(product, reader);
  const owner = ownerOf(product, brand);
  await page.goto(owner.address);
  await logIn(page, { ...owner, language });
  await write(page);
  await press(page, say.mail('test'));
  await expect.poll(subjectsTo(product, owner.email)).toContainEqual(expect.stringContaining(news.subject));
  const count = await countOf(page);
  await expectAccessible(page, 'writing to everybody');
  await send(page, count);
  await expect.poll(subjectsTo(product, reader.email)).toContainEqual(expect.stringContaining(news.subject));
  expect((await subjectsTo(product, reader.email)()).filter((subject) => subject.includes(news.subject))).toHaveLength(1);

  const context = await browser.newContext({ locale });
  const reading = await context.newPage();
  await reading.goto(await mailed(product, reader.email, /http\S+unsubscribe\S+/));
  await expectAccessible(reading, 'no more news');
  await reading.getByRole('button').first().click();
  await expect(reading.getByRole('button')).toHaveCount(0);
  await context.close();
  await write(page);
  await expect(page.getByText(say.mail('leftOut_unsubscribed', { count: 1 }))).toBeVisible();
  expect(await countOf(page)).toBe(count - 1);
});
