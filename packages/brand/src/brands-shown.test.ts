import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Brand, brandAtHost, brandOfOrganization, pageOfBrand } from './index.ts';
import { loadBrands } from './load.ts';

const loaded = await loadBrands(resolve(import.meta.dirname, '../../../brands'));
const brandNamed = (key: string, hosts: readonly string[]): Brand => {
  const brand = loaded.get(key);
  if (!brand) throw new Error(`no brand ${key}`);
  return { ...brand, hosts: [...hosts] };
};
const kohaku = brandNamed('kohaku', ['kohaku.example', 'www.kohaku.example']);
const tenbin = brandNamed('tenbin', ['tenbin.example']);
const shown = { brands: new Map([kohaku, tenbin].map((brand) => [brand.wlKey, brand])), defaultBrand: 'tenbin' };

test('the host name chooses the brand, whatever its case; the usual one is shown elsewhere', () => {
  expect(brandAtHost('WWW.kohaku.example', shown)).toBe(kohaku);
  expect(brandAtHost('10.0.0.1', shown)).toBe(tenbin);
  expect(brandAtHost('10.0.0.1', { ...shown, defaultBrand: 'kohaku' })).toBe(kohaku);
  expect(brandAtHost('10.0.0.1', { ...shown, defaultBrand: null })).toBe(tenbin);
  expect(brandAtHost('10.0.0.1', { brands: new Map([['kohaku', kohaku]]), defaultBrand: null })).toBe(kohaku);
});

test('an organization without a brand of its own has the usual one', () => {
  expect(brandOfOrganization({ slug: 'kohaku', brandKit: null }, shown)).toBe(kohaku);
  expect(brandOfOrganization({ slug: 'newcomer', brandKit: null }, shown)).toBe(tenbin);
});

test.each([
  [tenbin, 'https://tenbin.example', false, 'https://tenbin.example/bots/b1'],
  [kohaku, 'https://tenbin.example', false, 'https://kohaku.example/bots/b1'],
  [kohaku, 'http://tenbin.example:8080', false, 'http://kohaku.example:8080/bots/b1'],
  [kohaku, 'https://www.kohaku.example', false, 'https://www.kohaku.example/bots/b1'],
  [tenbin, 'https://proxy.example', false, 'https://proxy.example/bots/b1'],
  [kohaku, 'http://127.0.0.1:3000', true, 'http://127.0.0.1:3000/bots/b1?brand=kohaku'],
])('a link for users of $name in an installation at %s leads to where they have their account', (brand, publicUrl, isTrial, url) => {
  expect(pageOfBrand(brand, '/bots/b1', { ...shown, publicUrl, isTrial })).toBe(url);
});
