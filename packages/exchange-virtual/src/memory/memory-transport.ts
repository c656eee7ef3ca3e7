import type { ExchangeTransport, SocketListener, TransportReply, TransportRequest, TransportSocket } from '@tenbin/exchange';
import type { Runtime } from '@tenbin/runtime';
import type { WireReply } from '../wire/answer-under.ts';
import type { ClientEnd } from '../wire/client-sockets.ts';
import type { VenueWire } from '../wire/venue-wire.ts';

export interface MemoryTransportOptions {
  readonly runtime: Pick<Runtime, 'elapsedMs' | 'after' | 'soon'>;
  /** How long the next thing takes to get to the other side, in ms; 0 unless given. */
  readonly latencyMs?: () => number;
  /** Whose requests and sockets the exchange counts. */
  readonly address?: string;
}

/** WebSocket's codes: as intended, and without a word. */
const normalClosure = 1000;
const abnormalClosure = 1006;

/**
 * Brings requests and sockets to an exchange of the same process. What goes one way over a socket arrives in its order; everything
 * else may overtake. As on a network, what was sent arrives even where its sender has left, and nothing arrives within the call that
 * sends it.
 */
export class MemoryTransport implements ExchangeTransport {
  readonly #wire: VenueWire;
  readonly #options: MemoryTransportOptions;
  readonly #address: string;

  constructor(wire: VenueWire, options: MemoryTransportOptions) {
    this.#wire = wire;
    this.#options = options;
    this.#address = options.address ?? 'memory';
  }

  async request({ method, url, headers, body, signal }: TransportRequest): Promise<TransportReply> {
    await this.#arrival();
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
    const asked = { method, ...pathOf(url), headers: Object.fromEntries(named), body: body ?? '', address: this.#address };
    const reply = await this.#wire.request(asked);
    await this.#arrival();
    return arrived(reply, signal);
  }

  openSocket(url: string, listener: SocketListener): TransportSocket {
    return new MemorySocket({ listener, wire: this.#wire, options: this.#options, ...pathOf(url), address: this.#address });
  }

  #arrival(): Promise<void> {
    return new Promise((resolve) => oneWay(this.#options)(resolve));
  }
}

/** @throws where no answer comes, or not all of it; where nothing happens at all, once nobody waits any more */
async function arrived(reply: WireReply, signal: AbortSignal | null): Promise<TransportReply> {
  switch (reply.kind) {
    case 'answer': {
      const { status, headers, body } = reply.answer;
      return { status, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])), body };
    }
    case 'begun':
    case 'nothing':
      await new Promise<void>((resolve) => {
        if (signal?.aborted) resolve();
        signal?.addEventListener('abort', () => resolve());
      });
      throw new Error('nobody waits any more');
    case 'closed':
      throw new Error('other side closed');
    case 'reset':
      throw new Error('read ECONNRESET');
    default:
      return reply satisfies never;
  }
}

interface SocketParts {
  readonly listener: SocketListener;
  readonly wire: VenueWire;
  readonly options: MemoryTransportOptions;
  readonly path: string;
  readonly query: string;
  readonly address: string;
}

class MemorySocket implements TransportSocket {
  readonly #parts: SocketParts;
  readonly #toExchange: Way;
  readonly #toClient: Way;
  #end: ClientEnd | null = null;
  /** As each side sees it. */
  #isOpenThere = false;
  #isOpenHere = true;

  constructor(parts: SocketParts) {
    this.#parts = parts;
    this.#toExchange = oneWay(parts.options);
    this.#toClient = oneWay(parts.options);
    this.#toExchange(() => this.#connect());
  }

  send(text: string): void {
    this.#toExchange(() => {
      if (this.#isOpenThere) this.#end?.onMessage(text);
    });
  }

  ping(): void {
    this.#toExchange(() => {
      if (this.#isOpenThere && this.#end?.onPing()) this.#deliver(({ onPong }) => onPong());
    });
  }

  close(): void {
    this.#toExchange(() => this.#endThere(normalClosure));
  }

  #connect(): void {
    const { wire, path, query, address } = this.#parts;
    if (!this.#isOpenHere) return;
    const admission = wire.openSocket({ path, query, address });
    if (!admission.isOpen) {
      const { refusal } = admission;
      const why = refusal === null ? 'socket hang up' : `Unexpected server response: ${refusal.status}`;
      this.#deliver((listener) => listener.onError(new Error(why)));
      this.#deliver((listener) => this.#endHere(listener, abnormalClosure));
      return;
    }
    this.#isOpenThere = true;
    this.#deliver(({ onOpen }) => onOpen());
    const isOpen = () => this.#isOpenThere;
    this.#end = admission.accept({
      get isOpen() {
        return isOpen();
      },
      unsent: 0,
      send: (text) => this.#deliver(({ onMessage }) => onMessage(text)),
      ping: () => this.#deliver(() => this.#toExchange(() => this.#end?.onPong())),
      close: (code) => this.#endThere(code),
      terminate: () => this.#endThere(abnormalClosure),
    });
  }

  #endThere(code: number): void {
    const wasOpen = this.#isOpenThere;
    this.#isOpenThere = false;
    if (wasOpen) this.#end?.onClose();
    this.#deliver((listener) => this.#endHere(listener, code));
  }

  #endHere(listener: SocketListener, code: number): void {
    this.#isOpenHere = false;
    listener.onClose(code);
  }

  #deliver(call: (listener: SocketListener) => void): void {
    this.#toClient(() => {
      if (this.#isOpenHere) call(this.#parts.listener);
    });
  }
}

/** Carries one thing after the other to the other side. */
type Way = (arrive: () => void) => void;

function oneWay({ runtime, latencyMs = () => 0 }: MemoryTransportOptions): Way {
  let lastAt = 0;
  return (arrive) => {
    const now = runtime.elapsedMs();
    lastAt = Math.max(lastAt, now + latencyMs());
    if (lastAt > now) runtime.after(lastAt - now, arrive);
    else runtime.soon(arrive);
  };
}

function pathOf(url: string): { readonly path: string; readonly query: string } {
  const [, path = '/', query = ''] = /^[a-z]+:\/\/[^/?]*([^?]*)\??(.*)$/.exec(url) ?? [];
  return { path: path === '' ? '/' : path, query };
}
