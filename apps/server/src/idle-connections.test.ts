import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watchConnections } from './idle-connections.ts';

/** A server that has got what the clients say; it closes when `close` is called, and `closed` says that it has. */
async function serve(answer: RequestListener, options?: { readonly longestMs: number }) {
  const server = createServer(answer);
  const closeConnections = watchConnections(server, options);
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
  await server.say('');
  await server.say(`${head}{`);
  await server.close();
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
  const server = await serve((_request, response) => void response.write('x'), { longestMs: 100 });
  await server.say('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  await server.close();
});
