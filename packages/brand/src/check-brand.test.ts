import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkBrand } from './check-brand.ts';
import { contrast } from './colour.ts';

const tenbin = () => JSON.parse(readFileSync(new URL('../../../brands/tenbin/brand.json', import.meta.url), 'utf8'));

test('black on white is the strongest contrast, a colour on itself none', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(contrast('#abcdef', '#abcdef')).toBe(1);
});

test('a palette that is hard to read is refused, and the pair is named', () => {
  const settings = tenbin();
  settings.theme.dark.muted = '#444444';
  const check = checkBrand(settings);
  expect(check.ok ? [] : check.problems.map(({ key }) => key)).toEqual(['theme.dark.muted', 'theme.dark.muted', 'theme.dark.edge']);
  expect(check.ok ? '' : check.problems[0]?.says).toMatch(/#444444 on background #[0-9a-f]{6} has a contrast of \d\.\d\d, needed is 4\.5/);
});

test('every wrong key is named at once', () => {
  const settings = tenbin();
  settings.theme.light.accent = 'blue';
  settings.logo.symbol = '../secrets.svg';
  settings.enableAffiliateCode = 'yes';
  const check = checkBrand(settings);
  expect(check.ok ? [] : check.problems.map(({ key }) => key).sort()).toEqual(['enableAffiliateCode', 'logo.symbol', 'theme.light.accent']);
});

test('switches that a brand does not mention are as the product has them', () => {
  const { features, ...rest } = tenbin();
  const check = checkBrand(rest);
  expect(features).toBeDefined();
  expect(check.ok && check.brand.features).toMatchObject({ signUp: true, affiliate: false, easyBotSetup: false });
});

test('a code cannot be asked for where nobody has one', () => {
  const { features, ...rest } = tenbin();
  const asking = (affiliate: boolean) =>
    checkBrand({ ...rest, enableAffiliateCode: true, features: { ...(features as object), affiliate } });
  expect(asking(true).ok).toBe(true);
  expect(asking(false)).toMatchObject({ problems: [{ key: 'enableAffiliateCode' }] });
});
