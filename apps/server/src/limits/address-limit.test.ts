import { expect, test } from 'vitest';
import { createAddressLimit } from './address-limit.ts';
import { networkOf } from './network-of.ts';

test('the networks of one IPv6 site have eight networks’ tries together; addresses of IPv4 have nothing to do with one another', () => {
  let now = 0;
  const limit = createAddressLimit({ tries: 2, withinMs: 60_000, clock: { elapsedMs: () => now } });
  const taken = (addresses: readonly string[]): number => addresses.filter((address) => limit.take(networkOf(address)) === 0).length;
  const networks = (site: string) => Array.from({ length: 100 }, (_, index) => `2001:db8:${site}:${index.toString(16)}::1`);
  expect(taken(Array(5).fill('2001:db8:1::1'))).toBe(2);
  expect(taken(networks('1'))).toBe(14);
  expect(taken(networks('2'))).toBe(16);
  expect(taken(Array.from({ length: 100 }, (_, index) => `192.0.2.${index}`))).toBe(100);
  now = 60_000;
  expect(taken(networks('1'))).toBe(16);
});

test('a try that is taken back counts for the site neither', () => {
  const limit = createAddressLimit({ tries: 1, withinMs: 60_000, clock: { elapsedMs: () => 0 } });
  for (let index = 0; index < 50; index += 1) {
    const network = networkOf(`2001:db8:1:${index}::1`);
    expect(limit.take(network)).toBe(0);
    limit.giveBack(network);
  }
});
