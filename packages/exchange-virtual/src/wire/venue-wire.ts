import { binanceDialect, type DialectOptions } from '../binance/dialect.ts';
import { servedBinance } from '../binance/served-binance.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { isRefusing } from '../faults/fault.ts';
import { FaultKit } from '../faults/fault-kit.ts';
import { OkxDialect, type OkxDialectOptions } from '../okx/dialect.ts';
import { servedOkx } from '../okx/served-okx.ts';
import { answerUnder, type WireReply } from './answer-under.ts';
import { type ClientEnd, ClientSockets, type Sink } from './client-sockets.ts';
import type { HttpAnswer, HttpRequest, ServedDialect } from './served-dialect.ts';

/** A request outside of the dialect's paths. @returns null when it is not known here either */
export type OtherRequest = (request: HttpRequest & { readonly body: string }) => { status: number; body: unknown } | null;

export interface WireOptions extends DialectOptions, OkxDialectOptions {
  readonly other?: OtherRequest;
  /** Sees every request to a dialect as it comes in, before any fault. */
  readonly onRequest?: (request: HttpRequest) => void;
  /** Sees what a dialect answers, before any fault. */
  readonly onAnswer?: (request: HttpRequest, answer: HttpAnswer) => void;
}

/** What comes of an attempt to open a socket. A refusal without an answer: the connection is reset. */
export type Admission =
  | { readonly isOpen: false; readonly refusal: HttpAnswer | null }
  /** @param sink - where the client hears; it must not be said anything to before this */
  | { readonly isOpen: true; readonly accept: (sink: Sink) => ClientEnd };

const json = { 'content-type': 'application/json;charset=UTF-8' };
const notFound = { status: 404, body: { code: -1020, msg: 'This operation is not supported.' } };
const tooLong = { status: 413, body: { code: -1101, msg: 'Too many parameters sent for this endpoint.' } };

/** By the name that ccxt has for whose it is. Binance's is the last: it takes every socket that no other one knows. */
const dialects = {
  okx: (exchange: VirtualExchange, options: WireOptions) => servedOkx(new OkxDialect(exchange, options)),
  binance: (exchange: VirtualExchange, options: WireOptions) => servedBinance(binanceDialect(exchange, options)),
} as const;

export type DialectName = keyof typeof dialects;
export const dialectNames = Object.keys(dialects) as readonly DialectName[];

/**
 * An exchange as it is spoken to: every dialect, with the faults that strike on the way. It takes values and gives values, and knows
 * nothing of how they travel: that is a transport's.
 */
export class VenueWire {
  readonly exchange: VirtualExchange;
  /** What goes wrong on purpose. */
  readonly faults: FaultKit;
  readonly #dialects: readonly ServedDialect[];
  readonly #clients: ClientSockets;
  readonly #options: WireOptions;
  readonly #closing = new AbortController();

  constructor(exchange: VirtualExchange, options: WireOptions) {
    this.exchange = exchange;
    this.#options = options;
    this.#dialects = dialectNames.map((name) => dialects[name](exchange, options));
    this.#clients = new ClientSockets(exchange.runtime, (event) => this.faults.meetEvent(event));
    this.faults = new FaultKit(exchange, this.#clients);
  }

  /** How many clients' sockets are open. */
  get openSockets(): number {
    return this.#clients.size;
  }

  /** Fires when nobody is answered any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** Rejects only where something is wrong with us. */
  async request(request: HttpRequest): Promise<WireReply> {
    const { other, onRequest, onAnswer } = this.#options;
    const dialect = this.#dialects.find((candidate) => candidate.ownsRequest(request.path));
    if (!dialect) {
      const { status, body } = (request.body === null ? tooLong : other?.({ ...request, body: request.body })) ?? notFound;
      return { kind: 'answer', answer: { status, headers: json, body: JSON.stringify(body) } };
    }
    onRequest?.(request);
    const fault = this.faults.meetRequest(() => dialect.targetOf(request));
    const ask = () => {
      const answered = dialect.answer(request);
      onAnswer?.(request, answered);
      return answered;
    };
    if (!fault) return { kind: 'answer', answer: ask() };
    return answerUnder(fault, { runtime: this.exchange.runtime, ask, refuse: dialect.refuse, signal: this.closing });
  }

  openSocket({ path, query, address }: Pick<HttpRequest, 'path' | 'query' | 'address'>): Admission {
    const dialect = this.#dialects.find((candidate) => candidate.ownsSocket(path));
    const fault = this.faults.meetRequest(() => ({ call: 'connect', method: 'GET', path }));
    if (!dialect || fault) return { isOpen: false, refusal: fault && dialect && isRefusing(fault) ? dialect.refuse(fault) : null };
    const refusal = dialect.admit(address);
    if (refusal) return { isOpen: false, refusal };
    const accept = (sink: Sink) => this.#clients.add(sink, (send) => dialect.connect({ path, query, address, send }), dialect.socketLifeMs);
    return { isOpen: true, accept };
  }

  /** Ends every socket; the exchange itself stays open. */
  close(): void {
    this.#closing.abort();
    this.faults.clearAll();
    for (const dialect of this.#dialects) dialect.close();
    this.#clients.close();
  }
}
