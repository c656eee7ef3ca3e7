import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { binanceDialect, type DialectOptions } from '../binance/dialect.ts';
import { servedBinance } from '../binance/served-binance.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { OkxDialect, type OkxDialectOptions } from '../okx/dialect.ts';
import { servedOkx } from '../okx/served-okx.ts';
import type { HttpAnswer, Send, ServedDialect } from './served-dialect.ts';

/** A request outside of the dialect's paths. @returns null when it is not known here either */
export type OtherRequest = (request: { method: string; path: string; body: string }) => { status: number; body: unknown } | null;

export interface ServeOptions extends DialectOptions, OkxDialectOptions {
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

const json = { 'content-type': 'application/json;charset=UTF-8' };
const notFound = { status: 404, body: { code: -1020, msg: 'This operation is not supported.' } };
const tooLong = { status: 413, body: { code: -1101, msg: 'Too many parameters sent for this endpoint.' } };
const longestBody = 64 * 1024;
/** Binance pings every 20 s; whoever does not answer until the next is gone. */
const pingEveryMs = 20_000;
/** Longer than any client keeps an idle connection, so that none is closed just when a request is on its way. */
const keepIdleMs = 120_000;
/** A client that does not read is not waited for. */
const mostUnsent = 8 * 1024 * 1024;

/**
 * Puts an exchange on the network: REST and sockets of every dialect on one port. All of them trade on the same books.
 *
 * @throws when the port cannot be had
 */
export async function serveExchange(
  exchange: VirtualExchange,
  { host = '127.0.0.1', port = 0, other, ...options }: ServeOptions = {},
): Promise<ServedExchange> {
  const { onFault = () => {} } = options;
  // Binance's is the last: it takes every socket that no other one knows.
  const dialects: readonly ServedDialect[] = [
    servedOkx(new OkxDialect(exchange, options)),
    servedBinance(binanceDialect(exchange, options)),
  ];
  const answer = async (request: IncomingMessage): Promise<HttpAnswer> => {
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    const { path, query } = splitTarget(request);
    const dialect = dialects.find((candidate) => candidate.ownsRequest(path));
    if (dialect) return dialect.answer({ method, path, query, body, headers: request.headers, address: addressOf(request) });
    const { status, body: content } = (body === null ? tooLong : other?.({ method, path, body })) ?? notFound;
    return { status, headers: json, body: JSON.stringify(content) };
  };
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers, body }) => response.writeHead(status, headers).end(body),
      (error: unknown) => {
        // A client that hung up is nobody's fault.
        if (!request.destroyed || request.complete) onFault(error);
        response.destroy();
      },
    );
  });
  server.keepAliveTimeout = keepIdleMs;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestBody, perMessageDeflate: false });
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => {
      const { path, query } = splitTarget(request);
      sockets.emit('connection', client, request);
      const dialect = dialects.find((candidate) => candidate.ownsSocket(path));
      const session = dialect?.connect({ path, query, address: addressOf(request), send: sender(client) });
      client.on('message', (data) => session?.receive(String(data)));
      client.on('close', () => session?.close());
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
      for (const dialect of dialects) dialect.close();
      for (const client of sockets.clients) client.terminate();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function sender(client: WebSocket): Send {
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

/** The query exactly as it was sent: its text is what was signed. */
function splitTarget({ url = '/' }: IncomingMessage): { path: string; query: string } {
  const at = url.indexOf('?');
  return at < 0 ? { path: url, query: '' } : { path: url.slice(0, at), query: url.slice(at + 1) };
}

const addressOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? 'unknown';
