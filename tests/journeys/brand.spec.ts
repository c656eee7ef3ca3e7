import { expect, type Page } from '@playwright/test';
import { ownerOf } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { follow, press, title } from './hands.ts';
import { logIn } from './newcomer.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';

const { language, locale, say } = speak('admin', languageOf('ja'));
const brand = 'akane';
const [delivered, renamed] = ['Akane', 'Hoshizora'] as const;

test.use({ viewport: { width: 1440, height: 900 }, locale });

const announced = (page: Page, text: string) => expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible();
const logo = (page: Page | ReturnType<Page['frameLocator']>) => page.getByRole('main').getByRole('img').first();

async function publish(page: Page, name: string): Promise<void> {
  await press(page, say.brand('publish'));
  const dialog = page.getByRole('dialog', { name: say.brand('publishTitle') });
  await dialog.getByLabel(say.brand('publishTyped', { name })).fill(name);
  await dialog.getByRole('button', { name: say.brand('publish'), exact: true }).click();
  await announced(page, say.brand('publishedNow'));
}

test('a brand is changed, looked at as a draft, published, seen by a visitor, and taken back', async ({ browser, page, product }) => {
  const owner = ownerOf(product, brand);
  await page.goto(owner.address);
  await logIn(page, { ...owner, language });
  await title(page, say.overview('title'));
  await follow(page, say.shell('brand'));
  await title(page, say.brand('title'));
  await press(page, say.brand('begin'));
  await page.getByLabel(say.brand('nameLabel')).fill(renamed);
  const preview = page.frameLocator(`iframe[title="${say.brand('previewOf', { page: say.brand('page_login') })}"]`);
  await expect(logo(preview), 'before it is saved').toHaveAttribute('alt', renamed);
  await expectAccessible(page, 'the draft of a brand');
  await press(page, say.brand('save'));
  await announced(page, say.brand('saved'));

  const context = await browser.newContext({ locale });
  const visitor = await context.newPage();
  const draft = (await page.getByRole('link', { name: say.brand('openDraft') }).getAttribute('href')) ?? '';
  await visitor.goto(draft);
  await expect(logo(visitor)).toHaveAttribute('alt', renamed);
  await expect(visitor.getByText(say.kit('draftNotice'))).toBeVisible();
  await visitor.goto(`${product.url}/?brand=${brand}`);
  await expect(logo(visitor)).toHaveAttribute('alt', delivered);

  await publish(page, renamed);
  await visitor.reload();
  await expect(logo(visitor)).toHaveAttribute('alt', renamed);
  expect((await visitor.goto(draft))?.status()).toBe(404);

  await press(page, say.brand('restoreOf', { version: say.brand('asDelivered') }));
  await expect(page.getByLabel(say.brand('nameLabel'))).toHaveValue(delivered);
  await publish(page, delivered);
  await visitor.goto(`${product.url}/?brand=${brand}`);
  await expect(logo(visitor)).toHaveAttribute('alt', delivered);
  await context.close();
});
