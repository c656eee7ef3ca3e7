import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { openTestDatabase } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { holdPresence } from './presence.ts';

const sockets = new Set<Socket>();

/** A way to a database that can be closed and opened again. Its port stays ours: another process would take a free one. */
async function openWay(target: URL) {
  let isOpen = true;
  let refused = 0;
  const server = createServer((client) => {
    if (!isOpen) {
      refused += 1;
      client.destroy();
      return;
    }
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()));
    client.pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(target);
  through.port = String((server.address() as AddressInfo).port);
  const shut = () => {
    isOpen = false;
    for (const socket of sockets) socket.destroy();
  };
  return {
    through,
    shut,
    open: () => {
      isOpen = true;
    },
    refused: () => refused,
    close: () => {
      shut();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

test('an outage is said once, with what it means, and its end too', async () => {
  const { options, close } = await openTestDatabase('postgres');
  const way = await openWay(new URL(options.databaseUrl ?? ''));
  const said: [fields: object, event: string][] = [];
  const log = { ...silentLog, warn: (fields: object, event: string) => void said.push([fields, event]) };
  const presence = await holdPresence(way.through.href, { runtime: systemRuntime(), log });
  const events = () => said.map(([, event]) => event);
  way.shut();
  await expect.poll(way.refused).toBeGreaterThan(2);
  expect(events()).toEqual(['database.presence_lost', 'database.presence_failed']);
  expect(said[1]?.[0]).toMatchObject({ meaning: expect.stringContaining('may take over its accounts') });
  way.open();
  await expect.poll(events).toHaveLength(3);
  expect(events().at(-1)).toBe('database.presence_restored');
  await presence.release();
  await way.close();
  await close();
});
