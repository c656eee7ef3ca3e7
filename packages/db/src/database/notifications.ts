import type { Log } from '@tenbin/telemetry';
import { DbError } from '../db-error.ts';

interface Listener {
  readonly onPayload: (payload: string) => void;
  readonly onReconnect: (() => void) | undefined;
}

/**
 * Notifies the listeners of a channel of what is stored. A failure is logged and never thrown: what was stored stays, and
 * whoever listens reads the database from time to time besides.
 */
export type Publish = (channel: string, payloads: readonly object[]) => Promise<void>;

/** A session that can listen: runs `listen "…"` and `unlisten "…"`. */
export interface ListeningSession {
  execute(sql: string): Promise<void>;
  close(): Promise<void>;
}

/** Who listens to what in this process. One `listen` per channel, however many listeners. */
export class Notifications {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #session: ListeningSession;
  readonly #log: Log | undefined;

  constructor(open: (notifications: Notifications) => ListeningSession, log: Log | undefined) {
    this.#session = open(this);
    this.#log = log;
  }

  get channels(): string[] {
    return [...this.#listeners.keys()];
  }

  /** @throws {DatabaseUnavailableError} nothing is listened to then */
  async listen(channel: string, onPayload: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>> {
    checkChannel(channel);
    const listener: Listener = { onPayload, onReconnect };
    const known = this.#listeners.get(channel);
    if (known) known.add(listener);
    else this.#listeners.set(channel, new Set([listener]));
    try {
      await this.#session.execute(`listen "${channel}"`);
    } catch (error) {
      this.#forget(channel, listener);
      throw error;
    }
    return () => this.#stop(channel, listener);
  }

  /** To be called by the session. */
  deliver(channel: string, payload: string): void {
    for (const { onPayload } of this.#listeners.get(channel) ?? []) this.#call(channel, () => onPayload(payload));
  }

  /** To be called by the session when it listens again. */
  reconnected(): void {
    for (const [channel, listeners] of this.#listeners) {
      for (const { onReconnect } of listeners) if (onReconnect) this.#call(channel, onReconnect);
    }
  }

  close(): Promise<void> {
    this.#listeners.clear();
    return this.#session.close();
  }

  async #stop(channel: string, listener: Listener): Promise<void> {
    if (!this.#forget(channel, listener)) return;
    // Where the session is lost there is nothing to unlisten: the next one listens to what is left.
    await this.#session
      .execute(`unlisten "${channel}"`)
      .catch((error: unknown) => this.#log?.warn({ channel, err: error }, 'database.unlisten_failed'));
  }

  /** @returns whether it was the last one of its channel */
  #forget(channel: string, listener: Listener): boolean {
    const listeners = this.#listeners.get(channel);
    if (!listeners?.delete(listener) || listeners.size > 0) return false;
    return this.#listeners.delete(channel);
  }

  /** A listener's mistake is its own. */
  #call(channel: string, listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#log?.warn({ channel, err: error }, 'database.listener_failed');
    }
  }
}

/** @throws {DomainError} `invalidChannel`: it becomes part of a statement */
export function checkChannel(channel: string): void {
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) throw new DbError('invalidChannel', { channel: channel.slice(0, 80) });
}

/** @throws {DomainError} `payloadTooLong` */
export function checkPayload(payload: string): void {
  const bytes = Buffer.byteLength(payload);
  if (bytes > 7900) throw new DbError('payloadTooLong', { bytes, most: 7900 });
}
