import type { Cancel, Runtime } from '@tenbin/runtime';
import { type Connection, isSameScope, type RunStatement, type Scope } from './connection.ts';
import { DatabaseClosedError, DatabaseUnavailableError } from './database-error.ts';
import { ScopedConnection } from './scoped-connection.ts';

/** What a pool is asked for. */
export type Queries = Pick<ConnectionPool, 'query' | 'transaction' | 'script'>;

interface Waiting {
  readonly canWait: boolean;
  readonly resume: (connection: ScopedConnection) => void;
  readonly fail: (error: Error) => void;
  readonly cancel: Cancel;
}

export interface PoolOptions {
  readonly runtime: Pick<Runtime, 'after' | 'soon'>;
  readonly size: number;
  readonly connect: () => Promise<Connection>;
  /** How long a caller waits for a free connection. */
  readonly waitMs: number;
}

export interface PoolFigures {
  readonly inUse: number;
  readonly idle: number;
  /** Who waits for one. */
  readonly waiting: number;
}

/** For whom, and whether others go first. */
interface Asked {
  readonly scope: Scope;
  readonly canWait: boolean;
}

/** Reads that share a connection. */
interface Trip extends Asked {
  readonly connection: Promise<ScopedConnection>;
  readers: number;
  /** How many have come, those that are done included. */
  taken: number;
}

/** So many reads share a connection at most, so that a slow one holds up few. */
const maxTogether = 16;

/**
 * A few connections, each used by one caller at a time, or by several reads for the same organization that were asked
 * for together. An idle one that is set to the caller's organization already is preferred. One of size 1 is the lock of
 * the embedded database.
 */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #idle: ScopedConnection[] = [];
  readonly #waiting: Waiting[] = [];
  /** Those that have not left yet: what else is asked for may join. */
  readonly #leaving: Trip[] = [];
  /** Idle, in use, or being opened. */
  #open = 0;
  #closed = false;
  #drained: (() => void) | null = null;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** One statement: one round trip, which reads share with those that are asked for in the same turn of the event loop. */
  query(scope: Scope, ...statement: Parameters<RunStatement>): Promise<unknown[]> {
    return this.#query({ scope, canWait: false }, statement);
  }

  /** Several statements in one transaction. An error of `work` rolls back and is thrown on. */
  transaction<T>(scope: Scope, work: (run: RunStatement) => Promise<T>): Promise<T> {
    return this.#transaction({ scope, canWait: false }, work);
  }

  /** Several statements of the platform, which may begin and end a transaction of their own: one that they leave open is rolled back. */
  script(text: string): Promise<unknown[]> {
    return this.#script({ scope: 'platform', canWait: false }, text);
  }

  /** The same connections for what can wait: it gets one when nobody else waits for one. */
  behindOthers(): Queries {
    return {
      query: (scope, ...statement) => this.#query({ scope, canWait: true }, statement),
      transaction: (scope, work) => this.#transaction({ scope, canWait: true }, work),
      script: (text) => this.#script({ scope: 'platform', canWait: true }, text),
    };
  }

  async #query(asked: Asked, [text, values, mode]: Parameters<RunStatement>): Promise<unknown[]> {
    const { scope } = asked;
    const trip = this.#tripFor(asked, isRead(text));
    const connection = await trip.connection;
    try {
      return await connection.query(scope, text, values, mode);
    } finally {
      trip.readers -= 1;
      if (trip.readers === 0) {
        this.#depart(trip);
        this.#giveBack(connection);
      }
    }
  }

  async #transaction<T>(asked: Asked, work: (run: RunStatement) => Promise<T>): Promise<T> {
    const { scope } = asked;
    const connection = await this.#take(asked);
    let isOver = false;
    const run: RunStatement = (text, values, mode) => {
      if (isOver) throw new Error('The transaction is over: its handle must not be used after it');
      return connection.query(scope, text, values, mode);
    };
    try {
      // On a connection that is set already, the first statement goes out together with the beginning.
      const begun = run('begin', [], 'array');
      if (!connection.isSetTo(scope)) await begun;
      const [result] = await Promise.all([work(run), begun]).finally(() => {
        // What work left unfinished must not run after its end.
        isOver = true;
      });
      await connection.query(scope, 'commit', [], 'array');
      return result;
    } catch (error) {
      await rollBack(connection, scope);
      throw error;
    } finally {
      this.#giveBack(connection);
    }
  }

  async #script(asked: Asked, text: string): Promise<unknown[]> {
    const connection = await this.#take(asked);
    try {
      return await connection.script(text);
    } catch (error) {
      await rollBack(connection, asked.scope);
      throw error;
    } finally {
      this.#giveBack(connection);
    }
  }

  get figures(): PoolFigures {
    const idle = this.#idle.length;
    return { inUse: this.#open - idle, idle, waiting: this.#waiting.length };
  }

  /** Waits for what is under way, refuses what is waiting, closes all. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let next = this.#nextWaiting(); next; next = this.#nextWaiting()) next.fail(new DatabaseClosedError());
    await Promise.all(this.#idle.splice(0).map((connection) => this.#discard(connection)));
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
  }

  #tripFor(asked: Asked, isShared: boolean): Trip {
    const isTheirs = (trip: Trip) => trip.canWait === asked.canWait && isSameScope(trip.scope, asked.scope);
    const joined = isShared ? this.#leaving.find(isTheirs) : undefined;
    const trip = joined ?? { ...asked, connection: this.#take(asked), readers: 0, taken: 0 };
    trip.readers += 1;
    trip.taken += 1;
    if (isShared && !joined) this.#gather(trip);
    if (trip.taken === maxTogether) this.#depart(trip);
    return trip;
  }

  /** It leaves with the turn in which its connection is there. */
  #gather(trip: Trip): void {
    this.#leaving.push(trip);
    const depart = () => this.#depart(trip);
    trip.connection.then(() => void this.#options.runtime.soon(depart), depart);
  }

  #depart(trip: Trip): void {
    const index = this.#leaving.indexOf(trip);
    if (index >= 0) this.#leaving.splice(index, 1);
  }

  async #take({ scope, canWait }: Asked): Promise<ScopedConnection> {
    if (this.#closed) throw new DatabaseClosedError();
    const idle = this.#takeIdle(scope);
    if (idle) return idle;
    if (this.#open < this.#options.size) return this.#connect();
    return new Promise((resume, fail) => {
      const { runtime, waitMs } = this.#options;
      const cancel = runtime.after(waitMs, () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        fail(new DatabaseUnavailableError(`No connection became free within ${waitMs} ms`));
      });
      const waiting: Waiting = { canWait, resume, fail, cancel };
      this.#waiting.push(waiting);
    });
  }

  /** Whoever is served does not give up any more: nobody would give back what it gets then. */
  #nextWaiting(): Waiting | undefined {
    const urgent = this.#waiting.findIndex(({ canWait }) => !canWait);
    const [next] = this.#waiting.splice(Math.max(0, urgent), 1);
    next?.cancel();
    return next;
  }

  #takeIdle(scope: Scope): ScopedConnection | undefined {
    for (const broken of this.#idle.filter((connection) => connection.isBroken)) {
      this.#idle.splice(this.#idle.indexOf(broken), 1);
      void this.#discard(broken);
    }
    const set = this.#idle.findIndex((connection) => connection.isSetTo(scope));
    if (set >= 0) return this.#idle.splice(set, 1)[0];
    return this.#open < this.#options.size ? undefined : this.#idle.shift();
  }

  async #connect(): Promise<ScopedConnection> {
    this.#open += 1;
    try {
      return new ScopedConnection(await this.#options.connect());
    } catch (error) {
      this.#open -= 1;
      this.#serveNext();
      if (this.#open === 0) this.#drained?.();
      throw error;
    }
  }

  #giveBack(connection: ScopedConnection): void {
    if (this.#closed || connection.isBroken) {
      void this.#discard(connection);
      return;
    }
    const next = this.#nextWaiting();
    if (next) next.resume(connection);
    else this.#idle.push(connection);
  }

  /** A place became free without a connection: the first who waits gets a new one. */
  #serveNext(): void {
    if (this.#closed || this.#open >= this.#options.size) return;
    const next = this.#nextWaiting();
    if (next) this.#connect().then(next.resume, next.fail);
  }

  /** Its place is free once it is closed. */
  async #discard(connection: ScopedConnection): Promise<void> {
    await connection.close().catch(() => undefined);
    this.#open -= 1;
    this.#serveNext();
    if (this.#open === 0) this.#drained?.();
  }
}

/** Reads wait for no lock of others, so that those behind them do not either. */
const isRead = (text: string): boolean => text.startsWith('select') && !/\sfor\s/.test(text);

async function rollBack(connection: ScopedConnection, scope: Scope): Promise<void> {
  try {
    await connection.query(scope, 'rollback', [], 'array');
  } catch {
    await connection.close();
  }
}
