import { createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request as it came over the wire. */
export interface WireRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Parameters of the query and of a form body together. */
  readonly parameters: URLSearchParams;
}

export type Fault =
  /** It reaches the exchange; the answer never comes back. */
  | { readonly type: 'loseAnswer' }
  /** It reaches the exchange; of the answer only headers and the first byte come back. */
  | { readonly type: 'stallBody' }
  /** The connection breaks before the exchange is reached. */
  | { readonly type: 'breakConnection' }
  /** Somebody in between answers. */
  | { readonly type: 'answer'; readonly status: number; readonly headers?: Record<string, string>; readonly body: string };

interface Planned {
  readonly fits: (request: WireRequest) => boolean;
  readonly fault: Fault;
}

/** Stands between an adapter and an exchange, notes what passes and breaks what it is told to. For tests. */
export class FaultProxy {
  readonly requests: WireRequest[] = [];
  readonly #target: URL;
  readonly #server = createServer((incoming, outgoing) => void this.#pass(incoming, outgoing));
  readonly #streams = new Set<Socket>();
  readonly #held = new Set<ServerResponse>();
  #planned: Planned[] = [];

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server.on('upgrade', (incoming, socket) => this.#upgrade(incoming, socket as Socket));
  }

  static async open(target: string): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How many sockets (not requests) are open through here. */
  get openStreams(): number {
    return this.#streams.size / 2;
  }

  /** The next request that fits meets this fault; later ones pass. */
  planFault(fits: (request: WireRequest) => boolean, fault: Fault): void {
    this.#planned.push({ fits, fault });
  }

  dropStreams(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  /** The sockets stay open, and nothing passes any more. New ones work. */
  freezeStreams(): void {
    for (const stream of this.#streams) stream.unpipe().pause();
  }

  async close(): Promise<void> {
    this.dropStreams();
    for (const response of this.#held) response.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const body = await text(incoming);
    const request = readRequest(incoming, body);
    this.requests.push(request);
    const index = this.#planned.findIndex(({ fits }) => fits(request));
    const fault = index === -1 ? null : (this.#planned.splice(index, 1)[0]?.fault ?? null);
    if (fault?.type === 'answer') return void outgoing.writeHead(fault.status, fault.headers).end(fault.body);
    if (fault?.type === 'breakConnection') return void incoming.socket.destroy();
    this.#forward({ incoming, outgoing, body, fault });
  }

  #forward({
    incoming,
    outgoing,
    body,
    fault,
  }: {
    incoming: IncomingMessage;
    outgoing: ServerResponse;
    body: string;
    fault: Fault | null;
  }) {
    const { hostname, port } = this.#target;
    const { url: path, method, headers } = incoming;
    const upstream = sendRequest({ hostname, port, path, method, headers: { ...headers, host: this.#target.host } }, (answer) => {
      if (fault?.type === 'loseAnswer') {
        this.#held.add(outgoing);
        return void answer.resume();
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (fault?.type !== 'stallBody') return void answer.pipe(outgoing);
      this.#held.add(outgoing);
      answer.resume();
      outgoing.write('[');
    });
    upstream.on('error', () => outgoing.destroy());
    upstream.end(body);
  }

  #upgrade(incoming: IncomingMessage, client: Socket): void {
    const exchange = connect(Number(this.#target.port), this.#target.hostname, () => {
      const headers = incoming.rawHeaders.map((value, index) => (index % 2 === 0 ? `${value}: ` : `${value}\r\n`)).join('');
      exchange.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${headers}\r\n`);
      client.pipe(exchange).pipe(client);
    });
    for (const [stream, other] of [
      [client, exchange],
      [exchange, client],
    ] as const) {
      this.#streams.add(stream);
      stream.on('error', () => other.destroy());
      stream.on('close', () => {
        this.#streams.delete(stream);
        other.destroy();
      });
    }
  }
}

function readRequest(incoming: IncomingMessage, body: string): WireRequest {
  const url = new URL(incoming.url ?? '/', 'http://proxy');
  const form = incoming.headers['content-type']?.includes('form') ? new URLSearchParams(body) : new URLSearchParams();
  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    parameters: new URLSearchParams([...url.searchParams, ...form]),
  };
}
