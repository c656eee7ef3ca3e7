import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemRuntime } from '@tenbin/runtime';
import { expect, test } from 'vitest';
import { CcxtExchanges } from './ccxt-exchanges.ts';

const exchanges = new CcxtExchanges(systemRuntime());

test('calls and sockets leave from the address that is named', async () => {
  const from: string[] = [];
  const server = createServer((request, response) => {
    from.push(`${request.url?.split('?')[0]} ${request.socket.remoteAddress}`);
    response.setHeader('content-type', 'application/json').end('{"symbols":[],"rateLimits":[]}');
  });
  server.on('upgrade', (request, socket) => {
    from.push(`socket ${request.socket.remoteAddress}`);
    socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connection = exchanges.open({ ccxtId: 'binance', baseUrl }, { localAddress: '127.0.0.2' });
  const account = await connection.account({ apiKey: 'k'.repeat(64), secret: 's'.repeat(64) });
  const leave = account.subscribe(() => undefined);
  await expect.poll(() => from.some((one) => one.startsWith('socket'))).toBe(true);
  leave();
  await connection.close();
  server.close();
  expect(from).toContain('/api/v3/exchangeInfo 127.0.0.2');
  expect(new Set(from.map((one) => one.split(' ')[1]))).toEqual(new Set(['127.0.0.2']));
});
