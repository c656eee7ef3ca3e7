import type { Cancel, Runtime } from '@tenbin/runtime';
import type { EventFault } from '../faults/fault.ts';
import type { FaultySockets, SocketChoice } from '../faults/fault-kit.ts';
import type { Target } from '../faults/meet-fault.ts';
import type { Send, SocketSession } from './served-dialect.ts';

/** Binance pings every 20 s; whoever does not answer until the next is gone. */
const pingEveryMs = 20_000;
/** A client that does not read is not waited for. */
const maxUnsent = 8 * 1024 * 1024;
/** An event that waits for the one after it does not wait longer. */
const maxHeldMs = 250;
/** WebSocket's codes: going away, and against the rules. */
const goingAway = 1001;
const policyViolation = 1008;

/** A client's end of a socket, as the exchange sees it: what is said there goes out. */
export interface Sink {
  readonly isOpen: boolean;
  /** How much was said and not taken yet, in bytes. */
  readonly unsent: number;
  send(text: string): void;
  ping(): void;
  close(code: number, reason?: string): void;
  /** Ends it without a word. */
  terminate(): void;
}

/** What comes in from a client, as its transport tells it. */
export interface ClientEnd {
  onMessage(text: string): void;
  /** @returns whether it is answered */
  onPing(): boolean;
  onPong(): void;
  onClose(): void;
}

interface Client {
  readonly sink: Sink;
  readonly session: SocketSession;
  /** Events that another one is to overtake. */
  held: string[];
  /** Nothing passes any more, in either direction. */
  isSilent: boolean;
  isAlive: boolean;
  /** What came from it in the second that began then. */
  readonly received: { since: number; count: number };
}

/** Every client's socket: keeps it alive, brings events to it, and lets faults strike both. */
export class ClientSockets implements FaultySockets {
  readonly #clients = new Set<Client>();
  readonly #meetEvent: (target: Target) => EventFault | null;
  readonly #runtime: Pick<Runtime, 'now' | 'after' | 'every'>;
  readonly #stopPings: Cancel;

  /** @param meetEvent - which fault strikes an event */
  constructor(runtime: Pick<Runtime, 'now' | 'after' | 'every'>, meetEvent: (target: Target) => EventFault | null) {
    this.#runtime = runtime;
    this.#meetEvent = meetEvent;
    this.#stopPings = runtime.every(pingEveryMs, () => this.#ping());
  }

  get size(): number {
    return this.#clients.size;
  }

  /** @param open - makes the session that talks to this client @param lifeMs - how old it may become */
  add(sink: Sink, open: (send: Send) => SocketSession, lifeMs = Number.POSITIVE_INFINITY): ClientEnd {
    // Whatever is said while it is being made comes before anything that could be struck.
    const send: Send = (text, event) => (event ? this.#sendEvent(client, text, event) : push(sink, text, client?.isSilent));
    let client: Client | undefined;
    const session = open(send);
    const added: Client = { sink, session, held: [], isSilent: false, isAlive: true, received: { since: 0, count: 0 } };
    client = added;
    this.#clients.add(added);
    const keepAge = Number.isFinite(lifeMs) ? this.#runtime.after(lifeMs, () => sink.close(goingAway), { unref: true }) : () => {};
    return {
      onMessage: (text) => {
        if (this.#mayGoOn(added)) session.receive(text);
      },
      onPing: () => this.#mayGoOn(added),
      onPong: () => {
        added.isAlive = true;
        this.#mayGoOn(added);
      },
      onClose: () => {
        keepAge();
        this.#clients.delete(added);
        session.close();
      },
    };
  }

  drop(which: SocketChoice): number {
    return this.#each(which, ({ sink }) => sink.terminate());
  }

  silence(which: SocketChoice): number {
    return this.#each(which, (client) => {
      client.isSilent = true;
    });
  }

  close(): void {
    this.#stopPings();
    this.drop({ streams: 'all' });
  }

  /** Counts what a client says. One that says too much is cut off, and is heard no more. */
  #mayGoOn({ sink, session, received, isSilent }: Client): boolean {
    if (isSilent || !sink.isOpen) return false;
    const { messagesPerSecond: most } = session;
    if (most === undefined) return true;
    const now = this.#runtime.now().getTime();
    if (now - received.since >= 1_000) Object.assign(received, { since: now, count: 0 });
    received.count += 1;
    if (received.count <= most) return true;
    sink.close(policyViolation, 'Too many requests');
    return false;
  }

  #each({ streams, account }: SocketChoice, strike: (client: Client) => void): number {
    const chosen = [...this.#clients].filter(({ session }) => {
      const accounts = [...session.accounts()];
      if (account !== undefined && !accounts.includes(account)) return false;
      return streams === 'all' || (streams === 'private') === accounts.length > 0;
    });
    for (const client of chosen) strike(client);
    return chosen.length;
  }

  #sendEvent(client: Client | undefined, text: string, event: Target): void {
    if (!client) return;
    const fault = this.#meetEvent(event);
    switch (fault?.type) {
      case undefined:
        this.#pass(client, text);
        return;
      case 'loseEvents':
        return;
      case 'duplicateEvents':
        this.#pass(client, text);
        this.#pass(client, text);
        return;
      case 'reorderEvents':
        client.held.push(text);
        this.#runtime.after(maxHeldMs, () => this.#release(client), { unref: true });
        return;
      default:
        fault satisfies undefined;
    }
  }

  #pass(client: Client, text: string): void {
    push(client.sink, text, client.isSilent);
    this.#release(client);
  }

  #release(client: Client): void {
    for (const text of client.held.splice(0)) push(client.sink, text, client.isSilent);
  }

  #ping(): void {
    for (const client of this.#clients) {
      if (client.isSilent) continue;
      if (!client.isAlive) client.sink.terminate();
      client.isAlive = false;
      client.sink.ping();
    }
  }
}

function push(sink: Sink, text: string, isSilent = false): void {
  if (isSilent || !sink.isOpen) return;
  if (sink.unsent > maxUnsent) sink.terminate();
  else sink.send(text);
}
