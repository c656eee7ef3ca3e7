import { expect } from '@playwright/test';
import { accountOf } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { logIn } from './newcomer.ts';
import { languageOf, speak } from './say.ts';
import { test } from './shared-product.ts';

const { language, locale, say } = speak('console', languageOf('ja'));

test.use({ viewport: { width: 1280, height: 800 }, locale });

test('a beginner chooses a course, and its bot trades', async ({ page, product }) => {
  const account = accountOf(product, 'suzuran');
  await page.goto(account.address);
  await logIn(page, { ...account, language });
  await page.getByRole('link', { name: say.shell('setup'), exact: true }).click();
  await page.getByRole('button', { name: say.setup('trialButton') }).click();
  await expect(page.getByText(say.setup('accepted'))).toBeVisible();
  await page.getByLabel(say.setup('botName')).fill('Easy-1');
  await page.getByRole('button', { name: say.setup('next') }).click();
  const courses = page.getByRole('radiogroup', { name: say.setup('courses') });
  await expect(courses.getByRole('radio')).toHaveCount(3);
  await courses.getByRole('radio').nth(1).click();
  await expectAccessible(page, 'courses');
  await page.getByRole('button', { name: say.setup('next') }).click();
  await page.getByRole('button', { name: say.setup('confirm') }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('COT');
  await dialog.getByRole('button', { name: say.setup('create') }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Easy-1' }) });
  await row.getByRole('button', { name: say.bots('startNamed', { name: 'Easy-1' }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say.bots('startConfirm') })
    .click();
  await expect(row.getByText(say.bots('running'), { exact: true })).toBeVisible();
  await expect(row.getByText('6 / 6')).toBeVisible();
});
