import { systemRuntime } from '@tenbin/runtime';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { isPlainTable, lightInstances } from './light-instances.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';
import { findQuirks, knownExchangeIds } from './quirks/find-quirks.ts';
import { tuneClass } from './tuned-class.ts';

type Inside = CcxtExchange & Table & { sign(path: string, api: string, method: string): { headers: Table } };

const settings = { number: String, streaming: { keepAlive: 10_000 }, options: { ordersLimit: 200 } };
const own = { apiKey: 'own', secret: 'secret', password: 'passphrase' };

const classOf = (ccxtId: string) => {
  const Base = loadCcxtClass(ccxtId);
  const description = findQuirks(ccxtId).describe(new Base({}).describe(), undefined);
  return tuneClass(Base, {
    runtime: systemRuntime(),
    transport: null,
    description,
    limits: () => {
      throw new Error('nothing is called');
    },
    lanesPer: 'account',
    isAccountLimit: () => false,
  });
};

describe.each(knownExchangeIds)('an instance of %s that was not constructed', (ccxtId) => {
  let constructed: Inside;
  let copies: readonly [Inside, Inside];
  /** What each constructed instance has a closure of its own for. */
  let endpoints: readonly string[];
  beforeAll(() => {
    const Exchange = classOf(ccxtId);
    const [one, other] = [new Exchange({ ...settings, ...own }) as Inside, new Exchange(settings) as Inside];
    constructed = one;
    endpoints = Object.getOwnPropertyNames(one).filter((name) => typeof one[name] === 'function' && one[name] !== other[name]);
    const make = lightInstances(Exchange, settings);
    copies = [make(own) as Inside, make(own) as Inside];
  });

  test('is like one that was, in every property', () => {
    const [copy] = copies;
    const compared = Object.getOwnPropertyNames(constructed).filter((name) => name !== 'throttler' && !endpoints.includes(name));
    expect(compared.length).toBeGreaterThan(1000);
    for (const name of compared) {
      if (typeof copy[name] === 'object') expect(copy[name], name).toEqual(constructed[name]);
      else expect(copy[name], name).toBe(constructed[name]);
    }
  });

  test('shares no table with another one that either may change', () => {
    const [one, other] = copies;
    const changing = [
      'options',
      'clients',
      'trades',
      'bidsasks',
      'orderbooks',
      'tickers',
      'balance',
      'headers',
      'streaming',
      'tokenBucket',
    ];
    for (const table of changing) expect(one[table], table).not.toBe(other[table]);
    const tables = Object.entries(one.options).filter(([, value]) => isPlainTable(value) || Array.isArray(value));
    expect(tables.length).toBeGreaterThan(0);
    for (const [name, value] of tables) expect(value, name).not.toBe(other.options[name]);
  });

  test('asks the exchange for the same as one that was', async () => {
    expect(endpoints.length).toBeGreaterThan(10);
    const asked = (exchange: Inside): Promise<unknown[]> => {
      exchange.request = async (...terms: unknown[]) => terms;
      return Promise.all(endpoints.map((name) => (exchange[name] as (params: Table) => Promise<unknown>)({ of: name })));
    };
    expect(await asked(copies[0])).toEqual(await asked(constructed));
  });
});

describe('instances of binance', () => {
  let make: (own: Table) => Inside;
  beforeAll(() => {
    const light = lightInstances(classOf('binance'));
    make = (settings) => light(settings) as Inside;
  });

  test('hold little of their own', () => {
    expect(Object.getOwnPropertyNames(new (loadCcxtClass('binance'))({})).length).toBeGreaterThan(1000);
    expect(Object.getOwnPropertyNames(make({})).length).toBeLessThan(30);
  });

  test('sign with their own keys, also through their endpoints', async () => {
    const instances = ['one', 'two', 'one'].map((apiKey) => make({ apiKey, secret: `secret of ${apiKey}` }));
    expect(instances.map((instance) => instance.sign('account', 'private', 'GET').headers['X-MBX-APIKEY'])).toEqual(['one', 'two', 'one']);
    const keys = instances.map(async (instance) => {
      instance.fetch2 = async (path: string, api: string, method: string) => instance.sign(path, api, method).headers['X-MBX-APIKEY'];
      return (instance.privateGetAccount as () => Promise<unknown>)();
    });
    expect(await Promise.all(keys)).toEqual(['one', 'two', 'one']);
  });

  test('do not see what is written into another one', () => {
    const [one, other] = [make({}), make({})];
    const before = other.timeout;
    Object.assign(one, { timeout: 1, last_http_response: 'mine', myTrades: 'mine' });
    (one.options as Table).mine = true;
    (one.trades as Table).mine = true;
    expect([other.timeout, other.last_http_response, other.myTrades]).toEqual([before, undefined, undefined]);
    expect([other.options, other.trades, make({}).trades]).toEqual([expect.not.objectContaining({ mine: true }), {}, {}]);
  });
});
