import type { Database } from '@tenbin/db';
import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { registerHealth } from './health.ts';

afterEach(() => vi.restoreAllMocks());

test('one answer of the database serves all who ask within a second', async () => {
  let isThere = true;
  let pings = 0;
  const ping = async () => {
    pings += 1;
    if (!isThere) throw new Error('away');
  };
  const app = Fastify();
  registerHealth(app, { ping } as Database);
  const now = vi.spyOn(performance, 'now');
  const ask = async (at: number) => {
    now.mockReturnValue(at);
    return (await app.inject('/readyz')).statusCode;
  };
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(5_000)))).toEqual(Array(20).fill(200));
  isThere = false;
  expect([await ask(5_999), pings]).toEqual([200, 1]);
  expect([await ask(6_000), await ask(6_500), pings]).toEqual([503, 503, 2]);
  await app.close();
});
