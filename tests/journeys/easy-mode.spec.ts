import { expect } from '@playwright/test';
import { accountOf } from '../product.ts';
import { expectAccessible } from './accessibility.ts';
import { logIn } from './newcomer.ts';
import { test } from './shared-product.ts';

test.use({ viewport: { width: 1280, height: 800 }, locale: 'ja-JP' });

test('a beginner chooses a course, and its bot trades', async ({ page, product }) => {
  const account = accountOf(product, 'suzuran');
  await page.goto(account.address);
  await logIn(page, { ...account, language: 'ja' });
  await page.getByRole('link', { name: 'ボット設定', exact: true }).click();
  await page.getByRole('button', { name: 'お試し用の取引所口座を作る' }).click();
  await expect(page.getByText('接続できました')).toBeVisible();
  await page.getByLabel('ボット名').fill('Easy-1');
  await page.getByRole('button', { name: '次へ' }).click();
  const courses = page.getByRole('radiogroup', { name: 'コース' });
  await expect(courses.getByRole('radio')).toHaveCount(3);
  await courses.getByRole('radio').nth(1).click();
  await expectAccessible(page, 'courses');
  await page.getByRole('button', { name: '次へ' }).click();
  await page.getByRole('button', { name: '内容を確認する' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('COT');
  await dialog.getByRole('button', { name: '作成する' }).click();
  const row = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Easy-1' }) });
  await row.getByRole('button', { name: 'Easy-1を開始' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '開始する' }).click();
  await expect(row.getByText('稼働中', { exact: true })).toBeVisible();
  await expect(row.getByText('6 / 6')).toBeVisible();
});
