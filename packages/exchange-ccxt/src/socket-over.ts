import type { ExchangeTransport, TransportSocket } from '@tenbin/exchange';
import type { Cancel, Runtime } from '@tenbin/runtime';
import type { CcxtExchange, CcxtSocket, Table } from './ccxt-exchange.ts';
import { loadCcxtPart } from './load-ccxt-class.ts';

/** ccxt's socket without what opens it: it keeps who waits for what, and reads what comes. */
interface BareSocket extends CcxtSocket {
  readonly url: string;
  readonly connected: Promise<unknown>;
  readonly keepAlive: number;
  readonly maxPingPongMisses: number;
  readonly ping?: (socket: CcxtSocket) => unknown;
  error: unknown;
  disconnected?: Promise<unknown>;
  lastPong?: number;
  reset(error: Error): void;
  onOpen(): void;
  onMessage(event: { readonly data: string }): void;
  onError(error: Error): void;
  onClose(event: { readonly code: number }): void;
}

type ErrorClass = new (message: string) => Error;
type SocketCallback = (socket: CcxtSocket, what?: unknown) => void;
type BareSocketClass = new (
  url: string,
  onMessage: SocketCallback,
  onError: SocketCallback,
  onClose: SocketCallback,
  onConnected: SocketCallback,
  settings: Table,
) => BareSocket;

interface Over {
  readonly transport: ExchangeTransport;
  readonly runtime: Pick<Runtime, 'now' | 'every'>;
}

/** A socket of ccxt over a transport. Its pings follow the runtime; ccxt's own class asks the machine's clock. */
function makeSocketClass() {
  const { default: Bare } = loadCcxtPart('base/ws/Client.js') as { default: BareSocketClass };
  const { Future } = loadCcxtPart('base/ws/Future.js') as { Future: () => Promise<unknown> };
  const { ExchangeClosedByUser, RequestTimeout } = loadCcxtPart('base/errors.js') as Record<
    'ExchangeClosedByUser' | 'RequestTimeout',
    ErrorClass
  >;
  return class SocketOver extends Bare {
    /** Set at once, but not before ccxt's constructor is done. */
    over: Over | null = null;
    #socket: TransportSocket | null = null;
    #isOpen = false;
    #cancelPings: Cancel = () => {};

    connect(): Promise<unknown> {
      this.#socket ??= this.#open();
      return this.connected;
    }

    isOpen(): boolean {
      return this.#isOpen;
    }

    override async send(message: unknown): Promise<unknown> {
      this.#socket?.send(typeof message === 'string' ? message : JSON.stringify(message));
      return null;
    }

    override close(): unknown {
      if (this.#socket === null)
        this.reset(this.error instanceof Error ? this.error : new ExchangeClosedByUser('connection closed by the user'));
      else {
        this.disconnected ??= Future();
        this.#socket.close();
      }
      return this.disconnected;
    }

    /** ccxt calls it when the socket opens. */
    setPingInterval(): void {
      if (this.keepAlive > 0) this.#cancelPings = this.#runtime.every(this.keepAlive, () => this.#stayAlive());
    }

    clearPingInterval(): void {
      this.#cancelPings();
    }

    onPong(): void {
      this.lastPong = this.#runtime.now().getTime();
    }

    get #runtime(): Over['runtime'] {
      return this.#requireOver().runtime;
    }

    #requireOver(): Over {
      if (this.over === null) throw new Error('the socket has no transport');
      return this.over;
    }

    #open(): TransportSocket {
      return this.#requireOver().transport.openSocket(this.url, {
        onOpen: () => {
          this.#isOpen = true;
          this.onOpen();
        },
        onMessage: (data) => this.onMessage({ data }),
        onPong: () => this.onPong(),
        onError: (error) => this.onError(error),
        onClose: (code) => {
          this.#isOpen = false;
          this.onClose({ code });
        },
      });
    }

    #stayAlive(): void {
      if (!this.#isOpen) return;
      const now = this.#runtime.now().getTime();
      this.lastPong ??= now;
      if (this.lastPong + this.keepAlive * this.maxPingPongMisses < now) {
        this.onError(new RequestTimeout(`Connection to ${this.url} timed out due to a ping-pong keepalive missing on time`));
        this.close();
        return;
      }
      const message = this.ping?.(this);
      if (message) void this.send(message);
      else this.#socket?.ping();
    }
  };
}

/** ccxt is loaded with the first exchange, not with this module. */
let known: ReturnType<typeof makeSocketClass> | null = null;

export function openSocketOver(
  transport: ExchangeTransport,
  exchange: CcxtExchange,
  { url, runtime }: { readonly url: string; readonly runtime: Over['runtime'] },
): CcxtSocket {
  known ??= makeSocketClass();
  const socket = new known(
    url,
    (from, message) => exchange.handleMessage(from, message),
    (from, error) => exchange.onError(from, error),
    (from, event) => exchange.onClose(from, event),
    (from) => exchange.onConnected(from),
    { ...exchange.streaming, ping: exchange.ping?.bind(exchange), decompressBinary: true },
  );
  socket.over = { transport, runtime };
  return socket;
}
