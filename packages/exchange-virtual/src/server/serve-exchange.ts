import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { binanceDialect, type DialectOptions } from '../binance/dialect.ts';
import { servedBinance } from '../binance/served-binance.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { isRefusing } from '../faults/fault.ts';
import { FaultKit } from '../faults/fault-kit.ts';
import { OkxDialect, type OkxDialectOptions } from '../okx/dialect.ts';
import { servedOkx } from '../okx/served-okx.ts';
import { answerUnder, sendAnswer } from './answer-under.ts';
import { ClientSockets } from './client-sockets.ts';
import type { HttpAnswer, HttpRequest, ServedDialect } from './served-dialect.ts';

/** A request outside of the dialect's paths. @returns null when it is not known here either */
export type OtherRequest = (request: HttpRequest & { readonly body: string }) => { status: number; body: unknown } | null;

export interface ServeOptions extends DialectOptions, OkxDialectOptions {
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  readonly other?: OtherRequest;
  /** Sees every request to a dialect as it comes in, before any fault. */
  readonly onRequest?: (request: HttpRequest) => void;
  /** Sees what a dialect answers, before any fault. */
  readonly onAnswer?: (request: HttpRequest, answer: HttpAnswer) => void;
}

export interface ServedExchange {
  /** `http://host:port` */
  readonly url: string;
  /** What goes wrong on purpose. */
  readonly faults: FaultKit;
  /** How many clients' sockets are open. */
  readonly openSockets: number;
  /** Ends every connection; the exchange itself stays open. */
  close(): Promise<void>;
}

const json = { 'content-type': 'application/json;charset=UTF-8' };
const notFound = { status: 404, body: { code: -1020, msg: 'This operation is not supported.' } };
const tooLong = { status: 413, body: { code: -1101, msg: 'Too many parameters sent for this endpoint.' } };
const longestBody = 64 * 1024;
/** Longer than any client keeps an idle connection, so that none is closed just when a request is on its way. */
const keepIdleMs = 120_000;

/**
 * Puts an exchange on the network: REST and sockets of every dialect on one port. All of them trade on the same books.
 *
 * @throws when the port cannot be had
 */
export async function serveExchange(
  exchange: VirtualExchange,
  { host = '127.0.0.1', port = 0, other, onRequest, onAnswer, ...options }: ServeOptions = {},
): Promise<ServedExchange> {
  const { onFault = () => {} } = options;
  // Binance's is the last: it takes every socket that no other one knows.
  const dialects: readonly ServedDialect[] = [
    servedOkx(new OkxDialect(exchange, options)),
    servedBinance(binanceDialect(exchange, options)),
  ];
  const clients = new ClientSockets(
    (event) => faults.meetEvent(event),
    () => exchange.now(),
  );
  const faults = new FaultKit(exchange, clients);
  const closing = new AbortController();

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const read: HttpRequest = { ...headOf(request), body: await readBody(request) };
    const dialect = dialects.find((candidate) => candidate.ownsRequest(read.path));
    if (!dialect) {
      const { status, body } = (read.body === null ? tooLong : other?.({ ...read, body: read.body })) ?? notFound;
      sendAnswer(response, { status, headers: json, body: JSON.stringify(body) });
      return;
    }
    onRequest?.(read);
    const fault = faults.meetRequest(() => dialect.targetOf(read));
    const ask = () => {
      const answered = dialect.answer(read);
      onAnswer?.(read, answered);
      return answered;
    };
    if (!fault) sendAnswer(response, ask());
    else await answerUnder(fault, { response, ask, refuse: dialect.refuse, signal: closing.signal });
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      // A client that hung up is nobody's fault, nor is a server that closes.
      if (!closing.signal.aborted && (!request.destroyed || request.complete)) onFault(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = keepIdleMs;

  const sockets = new WebSocketServer({ noServer: true, maxPayload: longestBody, perMessageDeflate: false, autoPong: false });
  server.on('upgrade', (request, socket, head) => {
    const { path, query, address } = headOf(request);
    const dialect = dialects.find((candidate) => candidate.ownsSocket(path));
    const fault = faults.meetRequest(() => ({ call: 'connect', method: 'GET', path }));
    if (!dialect || fault) {
      refuseSocket(socket, fault && dialect && isRefusing(fault) ? dialect.refuse(fault) : null);
      return;
    }
    const refusal = dialect.admit(address);
    if (refusal) {
      refuseSocket(socket, refusal);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      clients.add(client, (send) => dialect.connect({ path, query, address, send }), dialect.socketLifeMs);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    faults,
    get openSockets() {
      return clients.size;
    },
    close: async () => {
      closing.abort();
      faults.clearAll();
      for (const dialect of dialects) dialect.close();
      clients.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A socket that is not opened gets the status of an answer, or its connection is reset. */
function refuseSocket(socket: Duplex, answer: HttpAnswer | null): void {
  socket.on('error', () => socket.destroy());
  if (answer) {
    const { status, headers, body } = answer;
    const all = Object.entries({ ...headers, Connection: 'close', 'Content-Length': Buffer.byteLength(body) });
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...all.map(([name, value]) => `${name}: ${value}`)];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  } else if (socket instanceof Socket) socket.resetAndDestroy();
  else socket.destroy();
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
function headOf(request: IncomingMessage): Omit<HttpRequest, 'body'> {
  const { url = '/', method = 'GET', headers, socket } = request;
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  return { method, path, query, headers, address: socket.remoteAddress ?? 'unknown' };
}
