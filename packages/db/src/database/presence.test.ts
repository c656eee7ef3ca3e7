import { connect, createServer, type Server, type Socket } from 'node:net';
import { openTestDatabase } from '@tenbin/testkit';
import { expect, test, vi } from 'vitest';
import { holdPresence } from './presence.ts';

const sockets = new Set<Socket>();

/** A way to a database that can be closed and opened again. */
function openWay(target: URL, port: number): Promise<Server> {
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => socket.destroy()));
    client.pipe(upstream).pipe(client);
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}

async function closeWay(server: Server): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => server.close(resolve));
}

test('an outage is said once, with what it means, and its end too', async () => {
  const { options, close } = await openTestDatabase('postgres');
  const target = new URL(options.databaseUrl ?? '');
  let way = await openWay(target, 0);
  const address = way.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const through = new URL(target);
  through.port = String(port);
  const said: [fields: object, event: string][] = [];
  const log = { info: () => {}, warn: (fields: object, event: string) => void said.push([fields, event]) };
  const presence = await holdPresence(through.href, { log });
  const events = () => said.map(([, event]) => event);
  let asked = 0;
  await closeWay(way);
  // Nobody listens there for several tries.
  const refusing = createServer((socket) => {
    asked += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => refusing.listen(port, '127.0.0.1', resolve));
  await vi.waitFor(() => expect(asked).toBeGreaterThan(2), 30_000);
  await new Promise((resolve) => refusing.close(resolve));
  expect(events()).toEqual(['database.presenceLost', 'database.presenceNotTaken']);
  expect(said[1]?.[0]).toMatchObject({ meaning: expect.stringContaining('may take over its accounts') });
  way = await openWay(target, port);
  await vi.waitFor(() => expect(events()).toHaveLength(3), 30_000);
  expect(events().at(-1)).toBe('database.presenceTakenAgain');
  await presence.release();
  await closeWay(way);
  await close();
});
