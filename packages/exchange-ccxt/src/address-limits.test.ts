import { systemRuntime, VirtualRuntime } from '@tenbin/runtime';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AddressLimits, type PaceRules, retryAfterMs } from './address-limits.ts';
import { CcxtExchanges } from './ccxt-exchanges.ts';
import type { Purpose } from './current-call.ts';
import { binanceQuirks } from './quirks/binance.ts';

const runtime = systemRuntime();

const limits = () => new AddressLimits(new VirtualRuntime(), { msPerCost: 10 });

test('after too many requests nobody calls for the time the exchange named', () => {
  const address = limits();
  address.noteAnswer(429, { 'Retry-After': '7' });
  expect(address.remainingHaltMs()).toBe(7000);
});

test('a ban without a word of its length lasts longer than a warning', () => {
  const [warned, banned] = [limits(), limits()];
  warned.noteAnswer(429, {});
  banned.noteAnswer(418, {});
  expect(banned.remainingHaltMs()).toBeGreaterThan(warned.remainingHaltMs());
  expect(warned.remainingHaltMs()).toBeGreaterThan(0);
});

test('a bound on halts without a word shortens none that the exchange named', () => {
  const address = new AddressLimits(new VirtualRuntime(), { msPerCost: 10, maxHaltWithoutWordMs: 2_000 });
  address.noteAnswer(403, {});
  expect(address.remainingHaltMs()).toBe(2_000);
  address.noteAnswer(403, { 'Retry-After': '60' });
  expect(address.remainingHaltMs()).toBe(60_000);
});

test('a shorter halt does not end a longer one', () => {
  const address = limits();
  address.haltFor(10_000);
  address.haltFor(1000);
  expect(address.remainingHaltMs()).toBe(10_000);
});

test('other answers halt nothing', () => {
  const address = limits();
  for (const status of [200, 400, 401, 500]) address.noteAnswer(status, { 'Retry-After': '7' });
  expect(address.remainingHaltMs()).toBe(0);
});

test('how far the exchange’s clock is ahead follows from the date of its last answer', () => {
  const runtime = new VirtualRuntime();
  const address = new AddressLimits(runtime, { msPerCost: 10 });
  const saying = (ms: number) => new Date(runtime.now().getTime() + ms).toUTCString();
  expect(address.clockOffsetSeconds).toBeNull();
  address.noteUse({ Date: saying(7_000) });
  expect(Math.abs((address.clockOffsetSeconds ?? 0) - 7)).toBeLessThanOrEqual(0.5);
  address.noteUse({ date: saying(-30_000) });
  expect(Math.abs((address.clockOffsetSeconds ?? 0) + 30)).toBeLessThanOrEqual(0.5);
  address.noteUse({ date: 'soon' });
  address.noteUse({});
  expect(address.clockOffsetSeconds).toBeLessThan(-29);
});

test('the time to wait comes in seconds or as a date', () => {
  const now = new Date(30_000);
  expect(retryAfterMs({ 'retry-after': '3' }, now)).toBe(3000);
  expect(retryAfterMs({ 'Retry-After': 'Thu, 01 Jan 1970 00:01:00 GMT' }, now)).toBe(30_000);
  expect(retryAfterMs({}, now)).toBeNull();
});

describe('of what Binance grants an address in a minute', () => {
  // One timer for each of up to 12,000 requests.
  beforeEach(() => vi.useFakeTimers({ loopLimit: 100_000 }));
  afterEach(() => vi.useRealTimers());

  test('reads take half at most, in whatever mixture they come and however long nobody asked before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1200, max: 12_000 }),
        fc.array(fc.constantFrom<number>(2, 4, 6, 20, 80), { minLength: 1 }),
        async (limit, weights) => {
          const announced = { rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit }] };
          const pace = binanceQuirks.paceOf?.(announced);
          if (!pace) throw new Error('no pace');
          const lanes = new AddressLimits(runtime, pace).lanes();
          await vi.advanceTimersByTimeAsync(3_600_000);
          const sent: { at: number; weight: number }[] = [];
          const all = Array.from({ length: Math.ceil((2 * limit) / weights.reduce((sum, weight) => sum + weight)) }, () => weights).flat();
          for (const weight of all) void lanes.read.throttle(weight / 5).then(() => sent.push({ at: performance.now(), weight }));
          await vi.runAllTimersAsync();
          for (const { at } of sent) {
            const inMinute = sent.filter((one) => one.at >= at && one.at < at + 60_000);
            const last = inMinute.at(-1)?.weight ?? 0;
            if (inMinute.reduce((sum, { weight }) => sum + weight, 0) > limit / 2 + last) return false;
          }
          return true;
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe('those who do not trade', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const header = 'x-mbx-used-weight-1m';

  test('have a quarter of what Binance grants an address, and hold up nobody who trades', async () => {
    const pace = binanceQuirks.pace as PaceRules;
    const limits = new AddressLimits(runtime, pace);
    await vi.advanceTimersByTimeAsync(3_600_000);
    const began = performance.now();
    let weight = 0;
    for (let call = 0; call < 1000; call += 1)
      void limits
        .lanes(true)
        .read.throttle(4)
        .then(() => (weight += 20));
    const trading = (['read', 'place', 'cancel'] as const).map((purpose) => limits.lanes()[purpose].throttle(4));
    await Promise.all(trading);
    expect(performance.now() - began).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(weight).toBeGreaterThan(1400);
    expect(weight).toBeLessThanOrEqual(1600);
  });

  test('are stopped where the reads of those who trade would begin to wait', async () => {
    vi.setSystemTime(60_000 * 1000);
    const limits = new AddressLimits(runtime, binanceQuirks.pace as PaceRules);
    limits.noteUse({ [header]: '3000' });
    const waits = { waitMs: 20_000, signal: new AbortController().signal };
    await expect(limits.lanes(true).read.throttle(1, waits)).rejects.toThrow('there is no turn');
    await limits.lanes().read.throttle(1, waits);
  });

  test('have a sixteenth where all requests of an address are counted, and the others the rest', async () => {
    const limits = new AddressLimits(runtime, { msPerCost: 0, requests: { most: 800, windowMs: 5_500 - 500 } });
    await vi.advanceTimersByTimeAsync(60_000);
    const sent = { aside: 0, read: 0 };
    const [aside, traders] = [limits.ownLanes(true).read, limits.ownLanes().read];
    for (let call = 0; call < 1000; call += 1) {
      void aside.throttle().then(() => (sent.aside += 1));
      void traders.throttle().then(() => (sent.read += 1));
    }
    await vi.advanceTimersByTimeAsync(5_000);
    expect(sent.aside).toBeLessThanOrEqual(51);
    expect(sent.aside).toBeGreaterThan(44);
    expect(sent.read).toBeLessThanOrEqual(401);
    expect(sent.read).toBeGreaterThan(360);
  });
});

describe('where each account and the address are counted', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());
  const requests = { most: 600, windowMs: 5000 };

  test('all accounts together stay within what the address may send', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom<Purpose>('read', 'place', 'cancel'), { minLength: 1, maxLength: 9 }), async (purposes) => {
        const limits = new AddressLimits(runtime, { msPerCost: 20, requests });
        const accounts = Array.from({ length: 150 }, () => limits.ownLanes());
        await vi.advanceTimersByTimeAsync(60_000);
        const sent: number[] = [];
        for (const lanes of accounts)
          for (const purpose of [...purposes, ...purposes]) void lanes[purpose].throttle(5).then(() => sent.push(performance.now()));
        await vi.runAllTimersAsync();
        const most = Math.max(...sent.map((from) => sent.filter((at) => at >= from && at < from + requests.windowMs).length));
        expect(most).toBeLessThanOrEqual(requests.most + 3);
        expect(sent).toHaveLength(150 * 2 * purposes.length);
      }),
      { numRuns: 10 },
    );
  });
});

describe('a refusal with status 403', () => {
  test.each([
    ['<html><body>403 Forbidden</body></html>', true],
    ['', true],
    ['{"retCode":10006,"retMsg":"access too frequent."}', true],
    ['{"code":-2015,"msg":"Invalid API-key, IP, or permissions for action."}', false],
    ['{"label":"FORBIDDEN","message":"Request forbidden"}', false],
    [' {"code":"400003","msg":"KC-API-KEY not exists"}', false],
  ])('%s is the firewall’s: %s', (body, isOf) => {
    const address = limits();
    address.noteAnswer(403, {}, body);
    expect(address.remainingHaltMs() > 500_000).toBe(isOf);
    expect(address.until === null).toBe(!isOf);
  });
});

test('one address has one set of limits in a process, and two processes in one are two', () => {
  const [one, other] = [new CcxtExchanges(runtime), new CcxtExchanges(systemRuntime())];
  const make = () => ({ msPerCost: 10 });
  expect(one.limitsOf('http://127.0.0.1:1', make)).toBe(one.limitsOf('http://127.0.0.1:1', make));
  expect(one.limitsOf('http://127.0.0.1:1', make)).not.toBe(one.limitsOf('http://127.0.0.1:2', make));
  expect(one.limitsOf('http://127.0.0.1:1', make)).not.toBe(other.limitsOf('http://127.0.0.1:1', make));
});
