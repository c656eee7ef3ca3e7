import type { RawData, WebSocket } from 'ws';
import type { EventFault } from '../faults/fault.ts';
import type { FaultySockets, SocketChoice } from '../faults/fault-kit.ts';
import type { Target } from '../faults/meet-fault.ts';
import type { Send, SocketSession } from './served-dialect.ts';

/** Binance pings every 20 s; whoever does not answer until the next is gone. */
const pingEveryMs = 20_000;
/** A client that does not read is not waited for. */
const mostUnsent = 8 * 1024 * 1024;
/** An event that waits for the one after it does not wait longer. */
const longestHeldMs = 250;
/** WebSocket's codes: going away, and against the rules. */
const goingAway = 1001;
const policyViolation = 1008;

interface Client {
  readonly socket: WebSocket;
  readonly session: SocketSession;
  /** Events that another one is to overtake. */
  held: string[];
  /** Nothing passes any more, in either direction. */
  isSilent: boolean;
  isAlive: boolean;
  /** What came from it in the second that began then. */
  readonly heard: { since: number; count: number };
}

/** Every client's socket: keeps it alive, brings events to it, and lets faults strike both. */
export class ClientSockets implements FaultySockets {
  readonly #clients = new Set<Client>();
  readonly #meetEvent: (target: Target) => EventFault | null;
  readonly #pings = setInterval(() => this.#ping(), pingEveryMs);

  readonly #now: () => number;

  /** @param meetEvent - which fault strikes an event */
  constructor(meetEvent: (target: Target) => EventFault | null, now: () => number) {
    this.#meetEvent = meetEvent;
    this.#now = now;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** @param open - makes the session that talks to this client @param lifeMs - how old it may become */
  add(socket: WebSocket, open: (send: Send) => SocketSession, lifeMs = Number.POSITIVE_INFINITY): void {
    // Whatever is said while it is being made comes before anything that could be struck.
    const send: Send = (text, event) => (event ? this.#tell(client, text, event) : push(socket, text, client?.isSilent));
    let client: Client | undefined;
    const session = open(send);
    client = { socket, session, held: [], isSilent: false, isAlive: true, heard: { since: 0, count: 0 } };
    const added = client;
    this.#clients.add(added);
    socket.on('message', (data: RawData) => {
      if (this.#mayGoOn(added)) session.receive(String(data));
    });
    socket.on('ping', (data: Buffer) => {
      if (this.#mayGoOn(added)) socket.pong(data);
    });
    socket.on('pong', () => {
      added.isAlive = true;
      this.#mayGoOn(added);
    });
    const end = Number.isFinite(lifeMs) ? setTimeout(() => socket.close(goingAway), lifeMs).unref() : undefined;
    socket.on('close', () => {
      clearTimeout(end);
      this.#clients.delete(added);
      session.close();
    });
    socket.on('error', () => socket.terminate());
  }

  drop(which: SocketChoice): number {
    return this.#each(which, ({ socket }) => socket.terminate());
  }

  silence(which: SocketChoice): number {
    return this.#each(which, (client) => {
      client.isSilent = true;
    });
  }

  close(): void {
    clearInterval(this.#pings);
    this.drop({ streams: 'all' });
  }

  /** Counts what a client says. One that says too much is cut off, and is heard no more. */
  #mayGoOn({ socket, session, heard, isSilent }: Client): boolean {
    if (isSilent || socket.readyState !== socket.OPEN) return false;
    const { messagesPerSecond: most } = session;
    if (most === undefined) return true;
    const now = this.#now();
    if (now - heard.since >= 1_000) Object.assign(heard, { since: now, count: 0 });
    heard.count += 1;
    if (heard.count <= most) return true;
    socket.close(policyViolation, 'Too many requests');
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

  #tell(client: Client | undefined, text: string, event: Target): void {
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
        setTimeout(() => this.#release(client), longestHeldMs).unref();
        return;
      default:
        fault satisfies undefined;
    }
  }

  #pass(client: Client, text: string): void {
    push(client.socket, text, client.isSilent);
    this.#release(client);
  }

  #release(client: Client): void {
    for (const text of client.held.splice(0)) push(client.socket, text, client.isSilent);
  }

  #ping(): void {
    for (const client of this.#clients) {
      if (client.isSilent) continue;
      if (!client.isAlive) client.socket.terminate();
      client.isAlive = false;
      client.socket.ping();
    }
  }
}

function push(socket: WebSocket, text: string, isSilent = false): void {
  if (isSilent || socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > mostUnsent) socket.terminate();
  else socket.send(text);
}
