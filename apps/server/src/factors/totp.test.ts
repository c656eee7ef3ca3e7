import { expect, test } from 'vitest';
import { makeTotpSecret, stepOfCode, totpCode, totpUrl } from './totp.ts';

/** '12345678901234567890', whose codes stand in RFC 6238, appendix B. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %d the code is %s', (second, code) => {
  expect(totpCode(secret, Math.floor(second / 30))).toBe(code);
});

test('a code is good in its half minute, the one before and the one after', () => {
  const step = 37_037_036;
  const code = totpCode(secret, step);
  const at = (halfMinutes: number) => stepOfCode(code, secret, new Date((step + halfMinutes) * 30_000));
  expect([-2, -1, 0, 1, 1.9, 2].map(at)).toEqual([null, step, step, step, step, null]);
  expect(stepOfCode(totpCode(makeTotpSecret(), step), secret, new Date(step * 30_000))).toBeNull();
  expect(stepOfCode('', secret, new Date(step * 30_000))).toBeNull();
});

test('a secret is 160 bits that no two people share, in an address that apps read', () => {
  const [one, other] = [makeTotpSecret(), makeTotpSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const url = new URL(totpUrl({ secret, issuer: 'Tenbin & Co', account: 'a:b@example.org' }));
  expect([url.protocol, decodeURIComponent(url.pathname)]).toEqual(['otpauth:', '/Tenbin & Co:a:b@example.org']);
  expect(Object.fromEntries(url.searchParams)).toEqual({ secret, issuer: 'Tenbin & Co' });
});
