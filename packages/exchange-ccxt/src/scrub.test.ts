import { expect, test } from 'vitest';
import { scrub, scrubbedCause } from './scrub.ts';

const signed =
  'binance GET https://api.binance.com/api/v3/account?timestamp=1700000000000&recvWindow=10000&signature=0a1b2c3d4e5f60718293a4b5c6d7e8f9 request timed out';

test('a signed address loses its query', () => {
  expect(scrub(signed)).toBe('binance GET https://api.binance.com/api/v3/account?… request timed out');
});

test.each([
  ['signature=0a1b2c3d4e5f', 'signature=…'],
  ['{"apiKey":"abcdef0123","id":1}', '{"apiKey":"…","id":1}'],
  ['X-MBX-APIKEY: abcdef0123', 'X-MBX-APIKEY: …'],
])('%s shows as %s', (text, shown) => {
  expect(scrub(text)).toBe(shown);
});

test('the secrets themselves are hidden wherever they stand', () => {
  expect(
    scrub('key vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A was refused', [
      'vmPUZE6mv9SD5VNHk4HlWFsOr6aKE2zvsw0MuIgwCIPy6utIco14y7Ju91duEh8A',
    ]),
  ).toBe('key … was refused');
});

test('the cause keeps its name and its place, and loses its secrets', () => {
  class NetworkError extends Error {}
  const cause = scrubbedCause(new NetworkError(signed), []);
  expect(cause.name).toBe('NetworkError');
  expect(`${cause.message}\n${cause.stack}`).not.toContain('0a1b2c3d');
  expect(cause.stack).toContain('scrub.test');
});

test('a whole web page is cut short', () => {
  expect(scrub('x'.repeat(10_000)).length).toBeLessThan(700);
});
