import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Features } from './brand.ts';
import { BrandFileError, loadBrands } from './load.ts';

const shipped = fileURLToPath(new URL('../../../brands', import.meta.url));
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'brands-'));
  await cp(shipped, folder, { recursive: true });
});
afterEach(() => rm(folder, { recursive: true }));

const problemsOf = async (): Promise<readonly { file: string; key: string }[]> => {
  const error = await loadBrands(folder).catch((reason: unknown) => reason);
  return error instanceof BrandFileError ? error.problems : [];
};

test('the brands that come with the product load, and differ', async () => {
  const brands = await loadBrands(shipped);
  expect([...brands.keys()]).toEqual(['akane', 'asagiri', 'kohaku', 'matsukaze', 'suzuran', 'tenbin']);
  expect(new Set([...brands.values()].map((brand) => brand.theme.light.accent)).size).toBe(6);
});

test('together they show what brands may have on or off', async () => {
  const brands = [...(await loadBrands(shipped)).values()];
  const having = (feature: keyof Features) => brands.filter(({ features }) => features[feature]).map(({ wlKey }) => wlKey);
  expect(having('signUp')).toHaveLength(4);
  expect(having('autoRebalanceByBot')).toHaveLength(6);
  expect(having('easyBotSetup')).toEqual(['suzuran']);
  expect(having('requiredCot')).toEqual(['suzuran']);
  expect(having('paypal')).toEqual(['tenbin']);
  for (const feature of ['affiliate', 'checkBtcBalance', 'defaultOrderWidth', 'staging'] as const) {
    expect(having(feature), feature).not.toHaveLength(0);
    expect(having(feature), feature).not.toHaveLength(6);
  }
});

test('a broken file is named with its key', async () => {
  const file = join(folder, 'kohaku', 'brand.json');
  await writeFile(file, (await readFile(file, 'utf8')).replace('"enableAffiliateCode": ', '"enableAffiliateCodes": '));
  expect(await problemsOf()).toMatchObject([{ file, key: 'enableAffiliateCode' }]);
});

test('a file that is not JSON is named', async () => {
  const file = join(folder, 'tenbin', 'brand.json');
  await writeFile(file, '{ "name": ');
  expect(await problemsOf()).toMatchObject([{ file, key: '(whole file)' }]);
});

test('a picture that is not there is named', async () => {
  await rm(join(folder, 'tenbin', 'symbol.svg'));
  expect((await problemsOf()).map(({ key }) => key)).toContain('logo.symbol');
});

test('a folder without brands is refused', async () => {
  await rm(folder, { recursive: true });
  await mkdir(folder);
  expect(await problemsOf()).toMatchObject([{ file: folder }]);
});
