import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type Brand, BrandKit, brandOfOrganization, checkBrand, contrastPairs, kitOf, logoOn, pageOfBrand } from './index.ts';
import { loadBrands } from './load.ts';

const brands = await loadBrands(resolve(import.meta.dirname, '../../../brands'));
const tenbin = brands.get('tenbin') as Brand;
const shown = { brands, defaultBrand: null };
const changed = (kit: Partial<BrandKit>) => brandOfOrganization({ slug: 'tenbin', brandKit: { ...kitOf(tenbin), ...kit } }, shown);
const [wide, dark, icon] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string];

test('a kit that changes nothing leaves every brand as its folder has it, and passes the check of files', () => {
  for (const brand of brands.values()) {
    const own = { slug: brand.wlKey, brandKit: BrandKit.parse(kitOf(brand)) };
    expect(brandOfOrganization(own, shown)).toEqual(brand);
    expect(checkBrand(brandOfOrganization(own, shown))).toEqual({ ok: true, brand });
  }
});

test('a kit says what is seen and said; hosts, switches and keys stay as the installation has them', () => {
  const brand = changed({ name: 'Hoshizora', texts: { ja: { tagline: '星', signature: '' }, en: { tagline: 'Stars', signature: '' } } });
  const { hosts, wlKey, features, enableAffiliateCode } = tenbin;
  expect(brand).toMatchObject({ name: 'Hoshizora', texts: { en: { tagline: 'Stars' } }, hosts, wlKey, features, enableAffiliateCode });
  expect(pageOfBrand(brand, '/login', { ...shown, publicUrl: 'https://tenbin.example', isTrial: true })).toContain('brand=tenbin');
});

test('its own pictures are in the place of the folder’s, each where it is shown', () => {
  const at = (hash: string) => `/brands/tenbin/${hash}.png`;
  expect(changed({ logo: { wide, wideOnDark: null, icon } })).toMatchObject({
    favicon: at(icon),
    logo: { default: at(wide), sideNav: at(wide), mail: at(wide), symbol: at(icon) },
  });
  const both = changed({ logo: { wide: null, wideOnDark: dark, icon: null } });
  expect([logoOn('light', both).default, logoOn('dark', both).default]).toEqual([tenbin.logo.default, at(dark)]);
  expect(logoOn('dark', both).symbol).toBe(tenbin.logo.symbol);
  expect(logoOn('dark', tenbin)).toEqual(tenbin.logo);
});

test.each([
  ['/help', true],
  ['https://example.com/a?b#c', true],
  ['//example.com', false],
  ['/\\example.com', false],
  ['http://example.com', false],
  ['https://', false],
  ['https://exa mple.com', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  [`https://example.com/${'x'.repeat(300)}`, false],
])('a link to %s: %s', (lp, isRight) => {
  expect(BrandKit.safeParse({ ...kitOf(tenbin), links: { ...tenbin.links, lp } }).success).toBe(isRight);
});

test.each([
  ['Hoshizora 星空', true],
  ['', false],
  [' ', false],
  ['A\nB', false],
  ['A\0', false],
  ['x'.repeat(41), false],
])('the name %j: %s', (name, isRight) => {
  expect(BrandKit.safeParse({ ...kitOf(tenbin), name }).success).toBe(isRight);
});

test('every pair of colours is told with what it has and needs; a figure that is not enough never looks as if it were', () => {
  const theme = { ...tenbin.theme, light: { ...tenbin.theme.light, surface: '#ffffff', muted: '#777777' } };
  const pairs = contrastPairs(theme);
  expect(pairs).toHaveLength(2 * (6 * 2 + 1 + 1 + 3));
  const muted = pairs.find(({ mode, front, back }) => mode === 'light' && front === 'muted' && back === 'surface');
  expect(muted).toEqual({
    mode: 'light',
    front: 'muted',
    back: 'surface',
    frontColour: '#777777',
    backColour: '#ffffff',
    found: 4.47,
    needed: 4.5,
    isEnough: false,
  });
});

test('labels that can just be read have edges of controls that cannot be seen, and those are told apart', () => {
  const edge = (muted: string) =>
    contrastPairs({ ...tenbin.theme, light: { ...tenbin.theme.light, surface: '#ffffff', muted } }).find(
      ({ mode, front }) => mode === 'light' && front === 'edge',
    );
  expect(edge('#767676')).toMatchObject({ frontColour: '#989898', needed: 3, isEnough: false });
  expect(edge('#556472')).toMatchObject({ isEnough: true });
});
