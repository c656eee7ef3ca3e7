import { pause, VirtualRuntime } from '@tenbin/runtime';
import { describe, expect, test } from 'vitest';
import type { Connection, Scope } from './connection.ts';
import { ConnectionPool } from './connection-pool.ts';

/** Writes down what it is sent, answers when told to. */
class ScriptedConnection implements Connection {
  readonly sent: string[] = [];
  isBroken = false;
  readonly failing: (text: string) => boolean;

  constructor(failing: (text: string) => boolean = () => false) {
    this.failing = failing;
  }

  async query(text: string, values: readonly unknown[]): Promise<unknown[]> {
    this.sent.push(
      [
        text.startsWith('select set_config')
          ? text.includes("'role', 'none'")
            ? 'platform'
            : text.includes("'role'")
              ? 'enter'
              : 'change'
          : text,
        ...values,
      ].join(' '),
    );
    await Promise.resolve();
    if (this.failing(text)) throw new Error(`refused: ${text}`);
    return [];
  }

  async script(text: string): Promise<unknown[]> {
    this.sent.push(text);
    if (this.failing(text)) throw new Error(`refused: ${text}`);
    return [];
  }

  async close(): Promise<void> {
    this.isBroken = true;
  }
}

function poolOf(size: number, failing?: (text: string) => boolean) {
  const connections: ScriptedConnection[] = [];
  const connect = async () => {
    const connection = new ScriptedConnection(failing);
    connections.push(connection);
    return connection;
  };
  const time = new VirtualRuntime();
  return { time, pool: new ConnectionPool({ runtime: time, size, connect, waitMs: 50 }), connections };
}

const a = { organizationId: 'a' };
const b = { organizationId: 'b' };

describe('a connection', () => {
  test('is set to its organization before its first statement, and not again for the next', async () => {
    const { pool, connections } = poolOf(1);
    await pool.query(a, 'one', [], 'array');
    await pool.query(a, 'two', [], 'array');
    expect(connections[0]?.sent).toEqual(['enter a', 'one', 'two']);
  });

  test('is set anew when another organization uses it, and when the platform does', async () => {
    const { pool, connections } = poolOf(1);
    await pool.query(a, 'one', [], 'array');
    await pool.query(b, 'two', [], 'array');
    await pool.query('platform', 'three', [], 'array');
    await pool.query(a, 'four', [], 'array');
    expect(connections[0]?.sent).toEqual(['enter a', 'one', 'change b', 'two', 'platform', 'three', 'enter a', 'four']);
  });

  test('is not used at all when the role cannot be entered', async () => {
    const { pool, connections } = poolOf(1, (text) => text.includes("'role'"));
    await expect(pool.query(a, 'one', [], 'array')).rejects.toThrow('refused');
    expect(connections[0]?.sent).toEqual(['enter a']);
  });

  test('is set from the beginning after a change that failed', async () => {
    let isFailing = false;
    const { pool, connections } = poolOf(1, (text) => isFailing && text.includes('set_config'));
    await pool.query(a, 'one', [], 'array');
    isFailing = true;
    await expect(pool.query(b, 'two', [], 'array')).rejects.toThrow('refused');
    isFailing = false;
    await pool.query(a, 'three', [], 'array');
    expect(connections[0]?.sent.slice(-2)).toEqual(['enter a', 'three']);
  });
});

describe('the pool', () => {
  test('prefers the idle connection that is set to the organization', async () => {
    const { pool, connections } = poolOf(2);
    await Promise.all([pool.query(a, 'a1', [], 'array'), pool.query(b, 'b1', [], 'array')]);
    await pool.query(b, 'b2', [], 'array');
    await pool.query(a, 'a2', [], 'array');
    expect(connections.map(({ sent }) => sent)).toEqual([
      ['enter a', 'a1', 'a2'],
      ['enter b', 'b1', 'b2'],
    ]);
  });

  test('lets nobody between the statements of a transaction', async () => {
    const { pool, connections, time } = poolOf(1);
    const both = Promise.all([
      pool.transaction(a, async (run) => {
        await run('one', [], 'array');
        await pause(time, 5);
        await run('two', [], 'array');
      }),
      pool.query(b, 'other', [], 'array'),
    ]);
    await time.until(both);
    expect(connections[0]?.sent).toEqual(['enter a', 'begin', 'one', 'two', 'commit', 'change b', 'other']);
  });

  test('rolls back what failed and throws the first error on', async () => {
    const { pool, connections } = poolOf(1);
    await expect(
      pool.transaction(a, async (run) => {
        await run('one', [], 'array');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    expect(connections[0]?.sent).toEqual(['enter a', 'begin', 'one', 'rollback']);
  });

  test('drops a connection that cannot roll back', async () => {
    const { pool, connections } = poolOf(1, (text) => text === 'one' || text === 'rollback');
    await expect(pool.transaction(a, (run) => run('one', [], 'array'))).rejects.toThrow('refused: one');
    await pool.query(a, 'two', [], 'array');
    expect(connections).toHaveLength(2);
  });

  test('refuses a handle that outlives its transaction', async () => {
    const { pool } = poolOf(1);
    const run = await pool.transaction(a, async (inside) => inside);
    expect(() => run('late', [], 'array')).toThrow('The transaction is over');
  });

  test('does not let a caller wait for ever', async () => {
    const { pool, time } = poolOf(1);
    const slow = pool.transaction(a, () => pause(time, 120));
    await expect(time.until(pool.query(b, 'one', [], 'array'))).rejects.toThrow('No connection became free within 50 ms');
    await time.until(slow);
    await expect(pool.query(b, 'one', [], 'array')).resolves.toEqual([]);
  });

  test('loses no connection that opens slowly for a caller that has waited long', async () => {
    const made: ScriptedConnection[] = [];
    const time = new VirtualRuntime();
    const connect = async () => {
      // The first is there at once; those after the outage take longer than anybody waits.
      if (made.length > 0) await pause(time, 80);
      const connection = new ScriptedConnection();
      made.push(connection);
      return connection;
    };
    const pool = new ConnectionPool({ runtime: time, size: 1, connect, waitMs: 50 });
    const lost = pool.transaction(a, async () => {
      await pause(time, 20);
      for (const connection of made) connection.isBroken = true;
    });
    await time.until(Promise.allSettled([lost, pool.query(a, 'one', [], 'array')]));
    expect(await time.until(pool.query(a, 'two', [], 'array'))).toEqual([]);
    await pool.close();
  });

  test('opens a new connection in the place of a broken one', async () => {
    const { pool, connections } = poolOf(1);
    await pool.query(a, 'one', [], 'array');
    const [first] = connections;
    if (first) first.isBroken = true;
    await pool.query(a, 'two', [], 'array');
    expect(connections[1]?.sent).toEqual(['enter a', 'two']);
  });

  test('waits on closing for what is under way, and refuses what is waiting and what comes', async () => {
    const { pool, connections, time } = poolOf(1);
    const underWay = pool.transaction(a, async (run) => {
      await pause(time, 10);
      return run('last', [], 'array');
    });
    const waiting = expect(pool.query(b, 'waiting', [], 'array')).rejects.toThrow('The database is closed');
    await time.until(pool.close());
    await underWay;
    await waiting;
    await expect(pool.query(a, 'late', [], 'array')).rejects.toThrow('The database is closed');
    expect(connections[0]?.isBroken).toBe(true);
  });
});

describe('reads that are asked for together', () => {
  const read = (pool: ConnectionPool, scope: Scope, name: string) => pool.query(scope, `select ${name}`, [], 'array');

  test('share a connection, set once, and do not wait for one another', async () => {
    const { pool, connections } = poolOf(4);
    await Promise.all(['one', 'two', 'three'].map((name) => read(pool, a, name)));
    expect(connections.map(({ sent }) => sent)).toEqual([['enter a', 'select one', 'select two', 'select three']]);
    await Promise.all([...['four', 'five'].map((name) => read(pool, a, name)), read(pool, b, 'six')]);
    expect(connections.map(({ sent }) => sent.slice(-2))).toEqual([
      ['select four', 'select five'],
      ['enter b', 'select six'],
    ]);
  });

  test('go on their way with the turn of the event loop: what comes later has a connection of its own', async () => {
    const { pool, connections, time } = poolOf(4);
    await read(pool, a, 'first');
    const [first] = connections;
    const answered = Promise.withResolvers<void>();
    if (first) first.query = () => answered.promise.then(() => []);
    const early = read(pool, a, 'slow');
    await time.settle();
    await read(pool, a, 'later');
    expect(connections[1]?.sent).toEqual(['enter a', 'select later']);
    answered.resolve();
    await early;
  });

  test('fail each by itself, and behind a change of the organization that failed all of them', async () => {
    const { pool, connections } = poolOf(1, (text) => text === 'select two');
    const outcomes = await Promise.allSettled(['one', 'two', 'three'].map((name) => read(pool, a, name)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const [only] = connections;
    const query = only?.query.bind(only);
    if (only && query)
      only.query = (text, values) => (text.includes('set_config') ? Promise.reject(new Error('refused')) : query(text, values));
    const behind = await Promise.allSettled(['four', 'five'].map((name) => read(pool, b, name)));
    expect(behind.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('wait together where no connection is free, and are sixteen at most', async () => {
    const { pool, connections } = poolOf(2);
    const ending = Promise.withResolvers<void>();
    const busy = [pool.transaction(a, () => ending.promise), pool.transaction(a, () => ending.promise)];
    const names = Array.from({ length: 20 }, (_, index) => `r${index}`);
    const reads = names.map((name) => read(pool, a, name));
    ending.resolve();
    await Promise.all([...busy, ...reads]);
    expect(connections.map(({ sent }) => sent.filter((text) => text.startsWith('select')).length)).toEqual([16, 4]);
  });

  test('never share it with what waits for locks or writes', async () => {
    const { pool, connections } = poolOf(4);
    const locking = pool.query(a, 'select id from bots\nfor update', [], 'array');
    const writing = pool.query(a, 'update bots set name = $1', ['x'], 'array');
    await Promise.all([read(pool, a, 'one'), locking, writing]);
    expect(connections).toHaveLength(3);
  });

  test('give their connection back once, when the last has its answer', async () => {
    const { pool, connections } = poolOf(1);
    await Promise.all([read(pool, a, 'one'), read(pool, a, 'two'), pool.transaction(a, (run) => run('inside', [], 'array'))]);
    expect(connections[0]?.sent).toEqual(['enter a', 'select one', 'select two', 'begin', 'inside', 'commit']);
  });
});

test('what can wait is served when nobody else waits', async () => {
  const { pool } = poolOf(1);
  const patient = pool.behindOthers();
  const order: string[] = [];
  const asked: Promise<unknown>[] = [];
  const note = (name: string, answer: Promise<unknown>) => asked.push(answer.then(() => order.push(name)));
  await pool.transaction('platform', async () => {
    note('candles', patient.query('platform', 'select candles', [], 'array'));
    note(
      'more candles',
      patient.transaction('platform', async () => undefined),
    );
    note('session', pool.query('platform', 'select session', [], 'array'));
    note('update', pool.query(a, 'update', [], 'array'));
  });
  await Promise.all(asked);
  expect(order).toEqual(['session', 'update', 'candles', 'more candles']);
});
