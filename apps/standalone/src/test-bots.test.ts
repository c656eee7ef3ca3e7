import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  addOperatorAuthenticator,
  type Client,
  createClient,
  getHealth,
  getTestBotFigures,
  listTestBots,
  makeTestBots,
  removeTestBots,
  setUpOperatorAuthenticator,
  signInOperator,
  startTestBots,
  stopTestBots,
} from '@tenbin/contract';
import { copyMigratedFolder } from '@tenbin/testkit';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { totpOf } from '../../../tests/journeys/authenticator-app.ts';
import { readStandaloneConfig } from './config.ts';
import { type Standalone, startStandalone } from './start-standalone.ts';

let folder: string;
let running: Standalone;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenbin-standalone-'));
  await copyMigratedFolder(join(folder, 'database'));
  const config = readStandaloneConfig({ DATA_DIR: folder, PORT: '0', VENUE_PORT: '0', VENUE_SPEED: '600' });
  running = await startStandalone(config, pino({ level: 'silent' }));
});
afterAll(async () => {
  await running.close();
  await rm(folder, { recursive: true, force: true });
});

/** An operator with the second factor that every operator needs. */
async function operator({ url, trial }: Standalone): Promise<Client> {
  const { email = '', password = '' } = trial?.accounts.find(({ role }) => role === 'operator') ?? {};
  const { uniqueKey } = await createClient({ baseUrl: url, key: () => null }).call(signInOperator, { body: { email, password } });
  const client = createClient({ baseUrl: url, key: () => uniqueKey });
  const { secret, setUp } = await client.call(setUpOperatorAuthenticator, { body: { password } });
  await client.call(addOperatorAuthenticator, { body: { setUp, code: totpOf(secret, 'now') } });
  return client;
}

test('test bots trade in the worker, which tells its lag and load; stopped, they are removed', async () => {
  const client = await operator(running);
  expect(await client.call(makeTestBots, { params: { num: '3' } })).toEqual({ made: 3, total: 3 });
  expect((await client.call(startTestBots, {})).count).toBe(3);
  const traded = async () => (await client.call(listTestBots, { query: {} })).filter(({ executionCount }) => executionCount > 0);
  await expect.poll(async () => (await traded()).length, { interval: 500 }).toBeGreaterThanOrEqual(1);
  const worker = async () => (await client.call(getHealth, {})).processes.find(({ kind }) => kind === 'worker');
  await expect.poll(async () => (await worker())?.bots?.accounts, { interval: 500 }).toBeGreaterThanOrEqual(3);
  const load = await worker();
  expect(load?.memoryBytes).toBeGreaterThan(0);
  for (const figure of [load?.cores, load?.lagSeconds]) expect(figure).toBeGreaterThanOrEqual(0);
  expect((await client.call(stopTestBots, {})).count).toBe(3);
  const stopped = async () => (await client.call(listTestBots, { query: {} })).filter(({ state }) => state === 'stopped');
  await expect.poll(async () => (await stopped()).length, { interval: 500 }).toBe(3);
  await expect.poll(async () => (await client.call(getTestBotFigures, {})).busy, { interval: 500 }).toBe(0);
  expect((await client.call(removeTestBots, {})).count).toBe(3);
  expect(await client.call(getTestBotFigures, {})).toMatchObject({ total: 0, byState: [] });
  expect(await client.call(listTestBots, { query: {} })).toEqual([]);
});
