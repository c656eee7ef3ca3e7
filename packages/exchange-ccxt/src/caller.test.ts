import { systemRuntime } from '@tenbin/runtime';
import { expect, test, vi } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';

const runtime = systemRuntime();

const exchange = { options: {} } as unknown as CcxtExchange;
const limits = new AddressLimits(runtime, { msPerCost: 1 });
const caller = new Caller({
  runtime,
  exchange,
  limits,
  deadlines: { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 },
  errorCodes: {},
  secrets: [],
});

test('what ccxt trips over is told as what it is, and what went wrong stays with it', async () => {
  const trip = () => Promise.reject(new TypeError('Cannot convert undefined or null to object'));
  const failure = await caller.read('open private stream', trip).catch((error: unknown) => error);
  expect(failure).toMatchObject({
    name: 'ExchangeError',
    kind: 'transient',
    reason: 'unreadable',
    message: 'open private stream: what came could not be read',
    cause: { message: 'Cannot convert undefined or null to object' },
  });
});

test.each([429, 418, 403])('a socket that is refused with status %i halts the address', (status) => {
  const own = new AddressLimits(runtime, { msPerCost: 1 });
  const deadlines = { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 };
  const caller = new Caller({ runtime, exchange, limits: own, deadlines, errorCodes: {}, secrets: [] });
  caller.toExchangeError(new Error('Unexpected server response: 404'), 'price stream');
  expect(own.until).toBeNull();
  const refusal = new Error('private stream', { cause: new Error(`Unexpected server response: ${status}`) });
  caller.toExchangeError(refusal, 'private stream');
  expect(own.until).not.toBeNull();
});

test('a socket that is closed as too much halts the opening of others for half a minute, and no call', async () => {
  vi.useFakeTimers();
  try {
    const own = new AddressLimits(runtime, { msPerCost: 1 });
    const deadlines = { readMs: 60_000, laneMs: 60_000, orderMs: 60_000 };
    const caller = new Caller({ runtime, exchange, limits: own, deadlines, errorCodes: {}, secrets: [] });
    const { signal } = new AbortController();
    const opened: string[] = [];
    const open = () => {
      void own.gate.pass({ signal, onWait: () => {} }).then(() => opened.push('private'));
      void own.untilConnectable(signal).then(() => opened.push('prices'));
    };
    caller.toExchangeError(new Error('connection closed by remote server, closing code 1006'), 'price stream');
    open();
    await vi.advanceTimersByTimeAsync(0);
    expect(opened.splice(0).sort()).toEqual(['prices', 'private']);
    const cause = new Error('connection closed by remote server, closing code 1008');
    expect(caller.toExchangeError(new Error('private stream', { cause }), 'private stream')).toMatchObject({ kind: 'transient' });
    open();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(opened).toEqual([]);
    expect(own.until).toBeNull();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(opened.sort()).toEqual(['prices', 'private']);
  } finally {
    vi.useRealTimers();
  }
});

test('a connection that did not come about says why', async () => {
  const refuse = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') }));
  await expect(caller.read('fetch wallet', refuse)).rejects.toThrow('fetch wallet: fetch failed');
});
