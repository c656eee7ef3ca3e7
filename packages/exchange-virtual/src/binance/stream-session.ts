import { parseObject } from '../wire/parse-object.ts';
import type { Send, SocketSession } from '../wire/served-dialect.ts';
import type { MarketStreams } from './market-streams.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * One client's connection to the public streams, however it came in:
 * `/ws/<stream>`, `/stream?streams=a/b` (events wrapped with their stream's name), or either with SUBSCRIBE messages.
 */
export class StreamSession implements SocketSession {
  readonly #streams: MarketStreams;
  readonly #send: Send;
  readonly messagesPerSecond: number;
  readonly #maxStreams: number;
  #isCombined: boolean;
  #names = new Set<string>();

  constructor(streams: MarketStreams, { path, query, send, limits }: { path: string; query: string; send: Send; limits: RateLimits }) {
    this.messagesPerSecond = limits.messagesPerSecond;
    this.#maxStreams = limits.streamsPerConnection;
    this.#streams = streams;
    this.#send = send;
    this.#isCombined = path === '/stream';
    const named = this.#isCombined ? (new URLSearchParams(query).get('streams') ?? '') : path.replace(/^(\/stream)?\/ws\/?/, '');
    this.#subscribe(
      named
        .split('/')
        .filter((name) => name.includes('@'))
        .slice(0, this.#maxStreams),
    );
  }

  /** A message from the client. Whatever it is, it gets an answer and does no harm. */
  receive(text: string): void {
    const request = parseObject(text);
    if (typeof request === 'string') {
      this.#refuse(3, `Invalid JSON: ${request}`);
      return;
    }
    const { id = null, method, params } = request;
    const names = Array.isArray(params) ? params.filter((name) => typeof name === 'string') : [];
    switch (method) {
      case 'SUBSCRIBE':
        if (names.length === 0) {
          this.#refuse(2, 'Invalid request: params must be a list of stream names', id);
          return;
        }
        if (this.#names.size + names.length > this.#maxStreams) {
          this.#refuse(2, 'Invalid request: too many streams', id);
          return;
        }
        this.#answer(id, null);
        this.#subscribe(names);
        break;
      case 'UNSUBSCRIBE':
        this.#unsubscribe(names);
        this.#answer(id, null);
        break;
      case 'LIST_SUBSCRIPTIONS':
        this.#answer(id, [...this.#names]);
        break;
      case 'SET_PROPERTY':
        if (Array.isArray(params) && params[0] === 'combined' && typeof params[1] === 'boolean') this.#isCombined = params[1];
        this.#answer(id, null);
        break;
      case 'GET_PROPERTY':
        this.#answer(id, this.#isCombined);
        break;
      default:
        this.#refuse(2, 'Invalid request: unknown method', id);
    }
  }

  accounts(): Iterable<string> {
    return [];
  }

  close(): void {
    this.#unsubscribe([...this.#names]);
  }

  #subscribe(names: readonly string[]): void {
    for (const name of names) {
      this.#names.add(name);
      this.#streams.subscribe(name, this.#onStream);
    }
  }

  #unsubscribe(names: readonly string[]): void {
    for (const name of names) {
      this.#names.delete(name);
      this.#streams.unsubscribe(name, this.#onStream);
    }
  }

  readonly #onStream = (stream: string, json: string): void => {
    this.#send(this.#isCombined ? `{"stream":${JSON.stringify(stream)},"data":${json}}` : json);
  };

  #answer(id: unknown, result: unknown): void {
    this.#send(JSON.stringify({ result, id }));
  }

  #refuse(code: number, msg: string, id: unknown = null): void {
    this.#send(JSON.stringify({ error: { code, msg }, id }));
  }
}
