import { systemRuntime } from '@tenbin/runtime';
import { expect, test, vi } from 'vitest';
import { AddressLimits } from './address-limits.ts';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import type { Purpose } from './current-call.ts';
import { traced } from './current-call.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { binanceQuirks } from './quirks/binance.ts';
import { tuneClass } from './tuned-class.ts';

const runtime = systemRuntime();

const Binance = loadCcxtClass('binance');

function tuned() {
  const limits = new AddressLimits(runtime, { msPerCost: 10 });
  const description = binanceQuirks.describe(new Binance({}).describe(), 'http://127.0.0.1:1');
  return {
    limits,
    Exchange: tuneClass(Binance, {
      runtime,
      transport: null,
      description,
      limits: () => limits,
      lanesPer: 'address',
      isAccountLimit: () => false,
    }),
  };
}

const inside = (exchange: CcxtExchange) => exchange as CcxtExchange & Record<string, Table>;

test('instances share what none of them changes', () => {
  const { Exchange } = tuned();
  const [first, second] = [inside(new Exchange({})), inside(new Exchange({}))];
  for (const table of ['api', 'urls', 'has', 'fees', 'exceptions']) expect(first[table]).toBe(second[table]);
});

test('instances do not share what a call may change', () => {
  const { Exchange } = tuned();
  const [first, second] = [inside(new Exchange({ apiKey: 'one' })), inside(new Exchange({ apiKey: 'two' }))];
  expect(first.options).not.toBe(second.options);
  expect(first.streaming).not.toBe(second.streaming);
  first.options.hasAlreadyAuthenticatedSuccessfully = true;
  expect(second.options.hasAlreadyAuthenticatedSuccessfully).toBe(false);
  expect(first.options.requestId).not.toBe(second.options.requestId);
  expect([first.apiKey, second.apiKey]).toEqual(['one', 'two']);
});

test('each instance signs with its own key', () => {
  const { Exchange } = tuned();
  const sign = (exchange: CcxtExchange) =>
    (exchange as CcxtExchange & { sign(path: string, api: string, method: string): { headers: Table } }).sign('account', 'private', 'GET')
      .headers;
  const instances = ['one', 'two', 'three'].map((apiKey) => new Exchange({ apiKey, secret: `secret of ${apiKey}` }));
  expect(instances.map((instance) => sign(instance)['X-MBX-APIKEY'])).toEqual(['one', 'two', 'three']);
});

test('only the endpoints that are used exist', () => {
  const { Exchange } = tuned();
  const methods = Object.keys(new Exchange({})).filter((name) =>
    /^(?:public|private|sapi|fapi|dapi)[A-Za-z]*(?:Get|Post|Delete|Put)[A-Z]/.test(name),
  );
  expect(methods).toContain('privatePostOrder');
  expect(methods).toContain('sapiGetAccountApiRestrictions');
  expect(methods.length).toBeLessThan(25);
});

test.each<Purpose>(['read', 'place', 'cancel'])('a request to %s waits in the lane for it, whatever its method', async (purpose) => {
  const { Exchange, limits } = tuned();
  const exchange = new Exchange({ apiKey: 'k', secret: 's' }) as CcxtExchange &
    Record<'publicGetTime' | 'privatePostOrder', () => Promise<unknown>>;
  limits.haltFor(60_000);
  const taken = vi.spyOn(limits.lanes()[purpose], 'throttle');
  const trace = {
    purpose,
    sent: false,
    givenUp: new AbortController(),
    expiresAt: Date.now() + 60_000,
    clock: runtime,
    isLate: () => false,
    answer: null,
  };
  await expect(traced(trace, () => exchange.publicGetTime())).rejects.toThrow('halted');
  await expect(traced(trace, () => exchange.privatePostOrder())).rejects.toThrow('halted');
  expect(taken).toHaveBeenCalledTimes(2);
});

test('what a request costs is a number, though amounts are texts: costs of those that wait are added up', () => {
  const { Exchange } = tuned();
  const exchange = new Exchange({ number: String });
  const costOf = (path: string, config: Table) => exchange.calculateRateLimiterCost('private', 'GET', path, {}, config);
  expect([costOf('account', { cost: 4 }), costOf('openOrders', { cost: 1.2, noSymbol: 16 })]).toEqual([4, 16]);
});

test('a request that comes to be sent after its call’s time is over, because the process stood still, is not sent', async () => {
  const { Exchange } = tuned();
  const exchange = new Exchange({ apiKey: 'k', secret: 's' }) as CcxtExchange & Record<'privatePostOrder', () => Promise<unknown>>;
  const trace = {
    purpose: 'place' as const,
    sent: false,
    givenUp: new AbortController(),
    expiresAt: Date.now() - 1,
    clock: runtime,
    isLate: () => false,
    answer: null,
  };
  await expect(traced(trace, () => exchange.privatePostOrder())).rejects.toThrow('nobody waits');
  expect(trace.sent).toBe(false);
});

test('a socket’s promise that nobody awaits does not end the process', async () => {
  const { Exchange } = tuned();
  const socket = new Exchange({}).client('wss://127.0.0.1:1/stream/ws/0') as ReturnType<CcxtExchange['client']> & {
    reject(error: Error): void;
  };
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  void socket.future('orders');
  socket.reject(new Error('the socket dropped'));
  // Node tells of it once the promises that are settled have all been gone through.
  await new Promise<void>((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});
