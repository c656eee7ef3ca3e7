import { expect, test } from 'vitest';
import { AddressLimits, limitsOf, retryAfterMs } from './address-limits.ts';

const limits = () => new AddressLimits({ msPerCost: 10 });

test('after too many requests nobody calls for the time the exchange named', () => {
  const address = limits();
  address.noteAnswer(429, { 'Retry-After': '7' });
  expect(address.remainingHaltMs()).toBeGreaterThan(6000);
  expect(address.remainingHaltMs()).toBeLessThanOrEqual(7000);
});

test('a ban without a word of its length lasts longer than a warning', () => {
  const [warned, banned] = [limits(), limits()];
  warned.noteAnswer(429, {});
  banned.noteAnswer(418, {});
  expect(banned.remainingHaltMs()).toBeGreaterThan(warned.remainingHaltMs());
  expect(warned.remainingHaltMs()).toBeGreaterThan(0);
});

test('a shorter halt does not end a longer one', () => {
  const address = limits();
  address.haltFor(10_000, 0);
  address.haltFor(1000, 0);
  expect(address.remainingHaltMs(0)).toBe(10_000);
});

test('other answers halt nothing', () => {
  const address = limits();
  for (const status of [200, 400, 401, 500]) address.noteAnswer(status, { 'Retry-After': '7' });
  expect(address.remainingHaltMs()).toBe(0);
});

test('the time to wait comes in seconds or as a date', () => {
  expect(retryAfterMs({ 'retry-after': '3' })).toBe(3000);
  expect(retryAfterMs({ 'Retry-After': 'Thu, 01 Jan 1970 00:01:00 GMT' }, 30_000)).toBe(30_000);
  expect(retryAfterMs({})).toBeNull();
});

test('one address has one set of limits in a process', () => {
  const make = () => ({ msPerCost: 10 });
  expect(limitsOf('http://127.0.0.1:1', make)).toBe(limitsOf('http://127.0.0.1:1', make));
  expect(limitsOf('http://127.0.0.1:1', make)).not.toBe(limitsOf('http://127.0.0.1:2', make));
});
