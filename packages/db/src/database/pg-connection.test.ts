import { systemRuntime } from '@tenbin/runtime';
import { placeFor } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import type { Connection } from './connection.ts';
import { DatabaseUnavailableError } from './database-error.ts';
import { connectToPostgres } from './pg-connection.ts';

test('of two transactions that wait for one another one is taken back, and may be tried again', async () => {
  const { options, close } = await placeFor('postgres');
  const open = () => connectToPostgres(options.databaseUrl ?? '', { runtime: systemRuntime() });
  const [one, other] = [await open(), await open()];
  const lock = (key: number) => `select pg_advisory_xact_lock(${key})`;
  await Promise.all([one.script(`begin; ${lock(1)}`), other.script(`begin; ${lock(2)}`)]);
  const ended = (connection: Connection, key: number) => connection.script(`${lock(key)}; commit`);
  const outcomes = await Promise.allSettled([ended(one, 2), ended(other, 1)]);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toEqual([expect.any(DatabaseUnavailableError)]);
  expect(refused[0].cause).toMatchObject({ code: '40P01' });
  const again = outcomes[0]?.status === 'rejected' ? one : other;
  await again.script(`rollback; begin; ${lock(1)}; ${lock(2)}; commit`);
  await Promise.all([one.close(), other.close()]);
  await close();
});
