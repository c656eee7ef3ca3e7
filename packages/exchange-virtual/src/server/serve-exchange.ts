import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, type WebSocket, WebSocketServer } from 'ws';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import type { FaultKit } from '../faults/fault-kit.ts';
import type { WireReply } from '../wire/answer-under.ts';
import type { ClientEnd, Sink } from '../wire/client-sockets.ts';
import type { HttpAnswer, HttpRequest } from '../wire/served-dialect.ts';
import { VenueWire, type WireOptions } from '../wire/venue-wire.ts';

export interface ServeOptions extends WireOptions {
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
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

const maxBody = 64 * 1024;
/** Longer than any client keeps an idle connection, so that none is closed just when a request is on its way. */
const keepIdleMs = 120_000;

/**
 * Puts an exchange on the network: REST and sockets of every dialect on one port. All of them trade on the same books.
 *
 * @throws when the port cannot be had
 */
export async function serveExchange(
  exchange: VirtualExchange,
  { host = '127.0.0.1', port = 0, ...options }: ServeOptions = {},
): Promise<ServedExchange> {
  const { onFault = () => {} } = options;
  const wire = new VenueWire(exchange, options);
  const server = createServer((request, response) => {
    const answer = async () => sendReply(response, await wire.request({ ...headOf(request), body: await readBody(request) }));
    answer().catch((error: unknown) => {
      // A client that hung up is nobody's fault, nor is a server that closes.
      if (!wire.closing.aborted && (!request.destroyed || request.complete)) onFault(error);
      response.destroy();
    });
  });
  server.keepAliveTimeout = keepIdleMs;

  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxBody, perMessageDeflate: false, autoPong: false });
  server.on('upgrade', (request, socket, head) => {
    const admission = wire.openSocket(headOf(request));
    if (admission.isOpen) sockets.handleUpgrade(request, socket, head, (client) => follow(client, admission.accept(sinkOf(client))));
    else refuseSocket(socket, admission.refusal);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}`,
    faults: wire.faults,
    get openSockets() {
      return wire.openSockets;
    },
    close: async () => {
      wire.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendReply(response: ServerResponse, reply: WireReply): void {
  switch (reply.kind) {
    case 'answer':
      response.writeHead(reply.answer.status, reply.answer.headers).end(reply.answer.body);
      return;
    case 'begun':
      response.writeHead(reply.answer.status, reply.answer.headers).write(reply.answer.body.slice(0, 1));
      return;
    case 'nothing':
      return;
    case 'closed':
      response.destroy();
      return;
    case 'reset':
      response.socket?.resetAndDestroy();
      return;
    default:
      reply satisfies never;
  }
}

const sinkOf = (socket: WebSocket): Sink => ({
  get isOpen() {
    return socket.readyState === socket.OPEN;
  },
  get unsent() {
    return socket.bufferedAmount;
  },
  send: (text) => socket.send(text),
  ping: () => socket.ping(),
  close: (code, reason) => socket.close(code, reason),
  terminate: () => socket.terminate(),
});

function follow(socket: WebSocket, end: ClientEnd): void {
  socket.on('message', (data: RawData) => end.onMessage(String(data)));
  socket.on('ping', (data: Buffer) => {
    if (end.onPing()) socket.pong(data);
  });
  socket.on('pong', () => end.onPong());
  socket.on('close', () => end.onClose());
  socket.on('error', () => socket.terminate());
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
    if (length <= maxBody) parts.push(part);
  }
  return length > maxBody ? null : Buffer.concat(parts).toString();
}

/** The query exactly as it was sent: its text is what was signed. */
function headOf(request: IncomingMessage): Omit<HttpRequest, 'body'> {
  const { url = '/', method = 'GET', headers, socket } = request;
  const at = url.indexOf('?');
  const [path, query] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
  return { method, path, query, headers, address: socket.remoteAddress ?? 'unknown' };
}
