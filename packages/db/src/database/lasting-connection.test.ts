import { systemRuntime } from '@tenbin/runtime';
import { placeFor } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailableError } from './database-error.ts';
import { LastingConnection } from './lasting-connection.ts';
import { connectToPostgres } from './pg-connection.ts';

const endOwnSession = 'select pg_terminate_backend(pg_backend_pid())';

let place: Awaited<ReturnType<typeof placeFor>>;
let databaseUrl: string;
let admin: Client;

beforeAll(async () => {
  place = await placeFor('postgres');
  databaseUrl = place.options.databaseUrl ?? '';
  admin = new Client({ connectionString: databaseUrl });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await place.close();
});

test('a loss that a waiting statement hears of first is told all the same', async () => {
  const connection = await connectToPostgres(databaseUrl, { runtime: systemRuntime() });
  await expect(connection.query(endOwnSession, [], 'array')).rejects.toThrow(DatabaseUnavailableError);
  expect((await connection.lost).message).toMatch(/terminating connection/);
  expect(connection.isBroken).toBe(true);
  await connection.close();
});

test('a session that was ended because its transaction stood still is a loss, not a refusal', async () => {
  const connection = await connectToPostgres(databaseUrl, { runtime: systemRuntime() });
  const standStill = "do $$ begin raise exception using errcode = '25P03'; end $$";
  await expect(connection.query(standStill, [], 'array')).rejects.toThrow(DatabaseUnavailableError);
  expect(connection.isBroken).toBe(true);
  await connection.close();
});

test('is opened again by itself, made ready once, and never twice at a time', async () => {
  const reported: string[] = [];
  let failures = 2;
  const connection = await LastingConnection.open({
    runtime: systemRuntime(),
    databaseUrl,
    prepare: async (own) => {
      await own.query("set application_name = 'lasting'", [], 'array');
      if (!reported.includes('lost') || failures === 0) return;
      failures -= 1;
      // Lost again before it is of any use.
      await own.query(endOwnSession, [], 'array');
    },
    onLost: () => reported.push('lost'),
    onStillLost: () => reported.push('still lost'),
    onBack: ({ tries }) => reported.push(`back after ${tries}`),
  });
  await expect(connection.execute(endOwnSession)).rejects.toThrow(DatabaseUnavailableError);
  await expect.poll(() => reported).toContain('back after 3');
  expect(reported).toEqual(['lost', 'still lost', 'back after 3']);
  await connection.execute('select 1');
  const sessions = async () => (await admin.query("select pid from pg_stat_activity where application_name = 'lasting'")).rowCount;
  expect(await sessions()).toBe(1);
  await connection.close();
  await expect.poll(sessions).toBe(0);
  expect(reported).toHaveLength(3);
});
