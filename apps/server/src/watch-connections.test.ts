import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { watchConnections } from './watch-connections.ts';

/** A server that has got what the clients say; it closes when `close` is called, and `closed` says that it has. */
async function serve(answer: RequestListener, options?: { readonly maxMs: number }) {
  const server = createServer(answer);
  const closeConnections = watchConnections(server, { clock: systemRuntime(), ...options });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    async say(text: string): Promise<Socket> {
      const begun = once(server, text === '' ? 'connection' : 'request');
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(text);
      await begun;
      return socket;
    },
    isListening: () => server.listening,
    async close(): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      closeConnections();
      await closed;
    },
  };
}

const head = 'POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 5\r\n\r\n';

test('neither a connection without a call nor a call whose body never comes keeps a server from closing', async () => {
  const server = await serve(() => undefined);
  const sockets = [await server.say(''), await server.say(`${head}{`)];
  const ended = Promise.all(sockets.map((socket) => once(socket, 'close')));
  await server.close();
  await ended;
  expect(server.isListening()).toBe(false);
});

test('a call under way is answered before', async () => {
  const server = await serve((_request, response) => void delay(100).then(() => response.end('done')));
  const socket = await server.say('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  let text = '';
  socket.on('data', (part) => {
    text += part;
  });
  await Promise.all([once(socket, 'close'), server.close()]);
  expect(text).toContain('done');
});

test('an answer that does not end is waited for only so long', async () => {
  const server = await serve((_request, response) => void response.write('x'), { maxMs: 100 });
  const socket = await server.say('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const ended = once(socket.resume(), 'close');
  await server.close();
  await ended;
  expect(server.isListening()).toBe(false);
});
