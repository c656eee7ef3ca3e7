import { ExchangeError, type OrderReport } from '@tenbin/exchange';
import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { createOrderReader, fetchReportedOrders } from './reported-orders.ts';

const askedAt = new Date(0);

test('many who look at once ask the exchange once', async () => {
  const reader = createOrderReader({ clock: systemRuntime() });
  let asked = 0;
  const ask = async () => {
    asked += 1;
    return { orders: [], askedAt };
  };
  const answers = await Promise.all([reader.read('a', ask), reader.read('a', ask), reader.read('b', ask)]);
  expect([asked, answers.map(({ error }) => error)]).toEqual([2, [null, null, null]]);
});

test('an exchange that does not answer leaves what it said before, and is not asked again at once either', async () => {
  const reader = createOrderReader({ clock: systemRuntime(), forMs: 0 });
  const away = new Error('away');
  expect(await reader.read('a', () => Promise.reject(away))).toEqual({ latest: null, error: away });
  await reader.read('a', async () => ({ orders: [], askedAt }));
  expect(await reader.read('a', () => Promise.reject(away))).toEqual({ latest: { orders: [], askedAt }, error: away });

  let asked = 0;
  const patient = createOrderReader({ clock: systemRuntime() });
  const fail = async () => {
    asked += 1;
    throw away;
  };
  await patient.read('a', fail);
  await patient.read('a', fail);
  expect(asked).toBe(1);
});

test('a pair that is gone has no orders, and the others are told; any other error is one', async () => {
  const order = { pair: 'BTC/USDT' } as OrderReport;
  const failing = (reason: 'badSymbol' | 'unreachable') => ({
    fetchOpenOrders: async (pair: string) => {
      if (pair === order.pair) return [order];
      throw new ExchangeError('no', { kind: 'rejected', reason });
    },
  });
  const asked = { pairs: [order.pair, 'ETH/BTC'], now: () => askedAt };
  expect(await fetchReportedOrders(failing('badSymbol'), asked)).toEqual({ orders: [order], askedAt });
  await expect(fetchReportedOrders(failing('unreachable'), asked)).rejects.toThrow('no');
});
