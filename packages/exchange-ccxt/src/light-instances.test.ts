import { beforeAll, expect, test } from 'vitest';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { lightInstances } from './light-instances.ts';
import { loadCcxtClass } from './load-ccxt-class.ts';

type Inside = CcxtExchange & Table & { sign(path: string, api: string, method: string): { headers: Table } };

let make: (settings: Table) => Inside;
beforeAll(() => {
  const light = lightInstances(loadCcxtClass('binance'));
  make = (settings) => light(settings) as Inside;
});

test('an instance holds little of its own', () => {
  const ownHelpers = Object.getOwnPropertyNames(make({})).filter(
    (name) => !/^[a-z]+[A-Za-z0-9]*(?:Get|Post|Put|Delete|Patch)[A-Z]/.test(name),
  );
  const ownOfPlain = Object.getOwnPropertyNames(new (loadCcxtClass('binance'))({})).length;
  expect(ownOfPlain).toBeGreaterThan(1000);
  expect(ownHelpers.filter((name) => !/(?:_get|_post|_put|_delete|_patch)_/.test(name)).length).toBeLessThan(100);
});

test('it signs with its own key, and another one with another’s', () => {
  const [one, other] = [make({ apiKey: 'one', secret: 's1' }), make({ apiKey: 'two', secret: 's2' })];
  const keys = [one, other, one].map((instance) => instance.sign('account', 'private', 'GET').headers['X-MBX-APIKEY']);
  expect(keys).toEqual(['one', 'two', 'one']);
});

test('what is written into one does not show in another', () => {
  const [one, other] = [make({}), make({})];
  const before = other.timeout;
  Object.assign(one, { timeout: 1, last_http_response: 'mine', myTrades: 'mine' });
  (one.options as Table).mine = true;
  (one.trades as Table).mine = true;
  expect([other.timeout, other.last_http_response, other.myTrades]).toEqual([before, undefined, undefined]);
  expect([other.options, other.trades, make({}).trades]).toEqual([expect.not.objectContaining({ mine: true }), {}, {}]);
});

test('its endpoints call through itself', () => {
  const [one, other] = [make({}), make({})];
  expect(one.publicGetTime).not.toBe(other.publicGetTime);
});
