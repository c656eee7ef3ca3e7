import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { answerRest, isBinancePath } from '../binance/binance-rest.ts';
import { CallSession } from '../binance/call-session.ts';
import { binanceDialect, type DialectOptions } from '../binance/dialect.ts';
import { MarketStreams } from '../binance/market-streams.ts';
import { StreamSession } from '../binance/stream-session.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';

/** A request outside of the dialect's paths. @returns null when it is not known here either */
export type OtherRequest = (request: { method: string; path: string; body: string }) => { status: number; body: unknown } | null;

export interface ServeOptions extends DialectOptions {
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  readonly other?: OtherRequest;
}

export interface ServedExchange {
  /** `http://host:port` */
  readonly url: string;
  /** Ends every connection; the exchange itself stays open. */
  close(): Promise<void>;
}

const longestBody = 64 * 1024;
/** Binance pings every 20 s; whoever does not answer until the next is gone. */
const pingEveryMs = 20_000;
/** Longer than any client keeps an idle connection, so that none is closed just when a request is on its way. */
const keepIdleMs = 120_000;
/** A client that does not read is not waited for. */
const mostUnsent = 8 * 1024 * 1024;

/**
 * Puts an exchange on the network: REST, public streams and the WebSocket API on one port.
 *
 * @throws when the port cannot be had
 */
export async function serveBinance(
  exchange: VirtualExchange,
  { host = '127.0.0.1', port = 0, other, ...options }: ServeOptions = {},
): Promise<ServedExchange> {
  const dialect = binanceDialect(exchange, options);
  const streams = new MarketStreams(exchange);
  const server = createServer((request, response) => {
    readBody(request).then(
      (body) => {
        if (body === null) return reply(response, 413, { code: -1101, msg: 'Too many parameters sent for this endpoint.' });
        const { pathname: path, search } = new URL(request.url ?? '/', 'http://venue');
        const method = request.method ?? 'GET';
        if (!isBinancePath(path)) {
          const answer = other?.({ method, path, body }) ?? { status: 404, body: { code: -1020, msg: 'This operation is not supported.' } };
          return reply(response, answer.status, answer.body);
        }
        const key = request.headers['x-mbx-apikey'];
        const query = search.slice(1);
        const answer = answerRest(dialect, {
          method,
          path,
          query,
          body,
          key: typeof key === 'string' ? key : undefined,
          address: addressOf(request),
        });
        response.writeHead(answer.status, answer.headers).end(answer.body);
      },
      () => response.destroy(),
    );
  });
  server.keepAliveTimeout = keepIdleMs;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestBody, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      const { pathname: path, search } = new URL(request.url ?? '/', 'http://venue');
      sockets.emit('connection', client, request);
      const send = sender(client);
      const session = path.startsWith('/ws-api/')
        ? new CallSession(dialect, { address: addressOf(request), send })
        : new StreamSession(streams, { path, query: search.slice(1), send });
      client.on('message', (data) => session.receive(String(data)));
      client.on('close', () => session.close());
      client.on('error', () => client.terminate());
    });
  });
  const silent = new WeakSet<WebSocket>();
  sockets.on('connection', (client: WebSocket) => client.on('pong', () => silent.delete(client)));
  const pings = setInterval(() => {
    for (const client of sockets.clients) {
      if (silent.has(client)) client.terminate();
      silent.add(client);
      client.ping();
    }
  }, pingEveryMs);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    close: async () => {
      clearInterval(pings);
      streams.close();
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function sender(client: WebSocket): (text: string) => void {
  return (text) => {
    if (client.readyState !== client.OPEN) return;
    if (client.bufferedAmount > mostUnsent) client.terminate();
    else client.send(text);
  };
}

/** @returns null when it is too long */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length <= longestBody) parts.push(part);
  }
  return length > longestBody ? null : Buffer.concat(parts).toString();
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json;charset=UTF-8' }).end(JSON.stringify(body));
}

const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? 'unknown';
