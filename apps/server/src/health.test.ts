import { systemRuntime } from '@tenbin/runtime';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerHealth } from './health.ts';

test('one answer of the database serves all who ask within a second', async () => {
  let isThere = true;
  let pings = 0;
  const ping = async () => {
    pings += 1;
    if (!isThere) throw new Error('away');
  };
  const app = Fastify();
  let now = 0;
  const clock = { ...systemRuntime(), elapsedMs: () => now };
  const database = { ping, platform: { auditMonths: { bytes: async () => 0 } } };
  registerHealth(app, { database, clock, auditMegabytes: 1 });
  const ask = async (at: number) => {
    now = at;
    return (await app.inject('/readyz')).statusCode;
  };
  expect(await Promise.all(Array.from({ length: 20 }, () => ask(5_000)))).toEqual(Array(20).fill(200));
  isThere = false;
  expect([await ask(5_999), pings]).toEqual([200, 1]);
  expect([await ask(6_000), await ask(6_500), pings]).toEqual([503, 503, 2]);
  await app.close();
});

test('an audit log that takes much room is told, and measured every ten minutes only', async () => {
  let bytes = 2_000_000;
  let looks = 0;
  const database = {
    ping: async () => undefined,
    platform: {
      auditMonths: {
        bytes: async () => {
          looks += 1;
          return bytes;
        },
      },
    },
  };
  const app = Fastify();
  let now = 0;
  registerHealth(app, { database, clock: { ...systemRuntime(), elapsedMs: () => now }, auditMegabytes: 2 });
  const ask = async (at: number) => {
    now = at;
    return (await app.inject('/readyz')).json();
  };
  expect(await ask(1_000)).toEqual({ status: 'ok' });
  bytes += 1;
  expect([await ask(600_999), looks]).toEqual([{ status: 'ok' }, 1]);
  expect([await ask(601_000), looks]).toEqual([{ status: 'ok', warnings: ['auditLarge'] }, 2]);
  await app.close();
});
