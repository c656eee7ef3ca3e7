import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVirtualExchange } from '@tenbin/exchange-virtual';
import { systemRuntime } from '@tenbin/runtime';
import { startVenue } from '@tenbin/venue';
import { startTestServer } from '../../apps/server/src/testing/start-test-server.ts';
import type { Known } from './attempt.ts';

/** What is attacked: a server with a user, a bot and staff, and a virtual exchange that lets anybody in. */
export interface Target {
  readonly urls: { readonly server: string; readonly venue: string };
  readonly known: Known;
  /** What went wrong inside. */
  faults(): readonly string[];
  close(): Promise<void>;
}

export async function openTarget(): Promise<Target> {
  const faults: string[] = [];
  const consoleDir = await mkdtemp(join(tmpdir(), 'tenbin-attack-'));
  await writeFile(join(consoleDir, 'index.html'), '<!doctype html><title>console</title>');
  const server = await startTestServer({ config: { pages: { user: consoleDir, organization: consoleDir, operator: consoleDir } } });
  const exchange = await createVirtualExchange({ runtime: systemRuntime(), stepped: true });
  const limits = { weightPerMinute: 1e12 };
  const venue = await startVenue({
    exchange,
    trial: true,
    limits,
    okxLimits: { requestsPerTwoSeconds: 1e12 },
    onFault: (error) => faults.push(String(error)),
  });
  const user = await server.makeUser();
  const { key, secret } = server.venue.createAccount();
  const body = {
    name: 'Tokyo',
    exchangeId: server.exchange.id,
    apiKey: key,
    secret,
    pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
    delta: 0.01,
  };
  const made = await server.call('POST', '/api/bots', { key: user.key, body });
  const keys = { user: user.key, organization: await server.makeAdministrator(), operator: await server.makeOperator() };
  return {
    urls: { server: server.url, venue: venue.url },
    known: { keys, botId: made.body.bot._id, exchangeId: server.exchange.id },
    faults: () => [...faults, ...server.log.filter((line) => line.includes('"http.failed"'))],
    close: async () => {
      await server.close();
      await venue.close();
      await rm(consoleDir, { recursive: true });
    },
  };
}
