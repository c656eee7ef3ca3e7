import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestExchange, testMarkets } from '../testing/test-venue.ts';
import { openFileStore } from './file-store.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'venue-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const open = (snapshotAfterBytes?: number) =>
  openTestExchange({
    withPast: false,
    fills: 'whole',
    store: openFileStore({ folder, ...(snapshotAfterBytes ? { snapshotAfterBytes } : {}) }),
  });
type Opened = Awaited<ReturnType<typeof open>>['exchange'];

/** Everything an account could ask for. */
function memoryOf(exchange: Opened, key: string) {
  const account = exchange.findAccount(key);
  return {
    keys: [...(account?.keys.values() ?? [])],
    wallet: exchange.accountWallet(key),
    trades: exchange.accountTrades(key),
    orders: [...(account?.orders.values() ?? [])],
    open: [...(account?.openOrders.keys() ?? [])],
    supply: [...exchange.ledger.supply()].sort(),
  };
}

function trade({ exchange, moveTo }: Awaited<ReturnType<typeof open>>) {
  const { key } = exchange.createAccount({ balances: { BTC: '1', USDT: '60000' }, passphrase: 'open sesame' });
  const account = exchange.findAccount(key);
  if (!account) throw new Error('no account');
  const order = { pair: 'BTC/USDT', type: 'limit', timeInForce: 'GTC', amount: '0.01' } as const;
  exchange.place(account, { ...order, side: 'sell', price: '60500', clientOrderId: 'T1x1' });
  exchange.place(account, { ...order, side: 'buy', price: '59000', clientOrderId: 'T1x2' });
  exchange.place(account, { ...order, side: 'buy', price: '58000', clientOrderId: 'T1x3' });
  exchange.cancel(account, { pair: 'BTC/USDT', clientOrderId: 'T1x3' });
  moveTo('BTC/USDT', 60_600);
  return key;
}

describe('a venue that is opened again', () => {
  test('has its accounts, money, orders and trades as they were after an orderly end', async () => {
    const first = await open();
    const key = trade(first);
    const before = memoryOf(first.exchange, key);
    await first.exchange.close();
    const second = await open();
    expect(memoryOf(second.exchange, key)).toEqual(before);
    expect(before.trades).toHaveLength(1);
    expect(before.open).toHaveLength(1);
    await second.exchange.close();
  });

  test('has whatever its clients wrote as they wrote it', async () => {
    const first = await open();
    const { key } = first.exchange.createAccount({ balances: { USDT: '100' }, passphrase: 'units:7' });
    const account = first.exchange.findAccount(key);
    if (!account) throw new Error('no account');
    const order = { pair: 'BTC/USDT', side: 'buy', type: 'limit', timeInForce: 'GTC', price: '59000', amount: '0.001' } as const;
    first.exchange.place(account, { ...order, clientOrderId: 'units:one' });
    await first.exchange.close();
    const second = await open();
    expect(second.exchange.findSigner(key)?.apiKey.passphrase).toBe('units:7');
    expect(memoryOf(second.exchange, key).orders).toMatchObject([{ clientOrderId: 'units:one', locked: 59n * 10n ** 18n }]);
    await second.exchange.close();
  });

  test('is refused where an order is open on a market that it does not trade any more', async () => {
    const first = await open();
    trade(first);
    await first.exchange.close();
    const fewer = testMarkets.filter(({ pair }) => pair !== 'BTC/USDT');
    const again = openTestExchange({ markets: fewer, withPast: false, store: openFileStore({ folder }) });
    await expect(again).rejects.toMatchObject({ code: 'openOrderOnUnknownPair', facts: { pair: 'BTC/USDT' } });
  });

  test('has them after no end at all, from the journal alone', async () => {
    const first = await open();
    const key = trade(first);
    const second = await open();
    expect(memoryOf(second.exchange, key)).toEqual(memoryOf(first.exchange, key));
  });

  test('fills an old order, with a new trade id, in its old place in the queue', async () => {
    const first = await open();
    const key = trade(first);
    await first.exchange.close();
    const second = await open();
    second.moveTo('BTC/USDT', 58_999);
    const trades = second.exchange.accountTrades(key);
    expect(trades.map(({ clientOrderId, price }) => [clientOrderId, price])).toEqual([
      ['T1x1', '60500'],
      ['T1x2', '59000'],
    ]);
    expect(Number(trades[1]?.tradeId)).toBeGreaterThan(Number(trades[0]?.tradeId));
    await second.exchange.close();
  });

  test('goes through many snapshots without losing anything', async () => {
    let current = await open(1);
    const key = trade(current);
    const before = memoryOf(current.exchange, key);
    for (let round = 0; round < 3; round++) {
      await current.exchange.close();
      current = await open(1);
    }
    expect(memoryOf(current.exchange, key)).toEqual(before);
    expect(readdirSync(folder)).toHaveLength(2);
    await current.exchange.close();
  });
});

describe('the files', () => {
  test('can be read by their owner only', async () => {
    const { exchange } = await open();
    exchange.createAccount({ balances: { BTC: '1' } });
    await exchange.close();
    expect(readdirSync(folder)).not.toEqual([]);
    for (const name of readdirSync(folder)) expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
  });

  test('a line that was cut off is dropped, and what is written after it is whole', async () => {
    const first = await open();
    const key = trade(first);
    const before = memoryOf(first.exchange, key);
    appendFileSync(join(folder, 'journal-0.jsonl'), '[{"type":"deposit","acc');
    const second = await open();
    expect(memoryOf(second.exchange, key)).toEqual(before);
    second.exchange.deposit(key, 'BTC', '1');
    const third = await open();
    expect(third.exchange.accountWallet(key).BTC?.free).toBe('1.99');
  });

  test('damage in the middle is refused with file and line, not skipped', async () => {
    trade(await open());
    const path = join(folder, 'journal-0.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [lines[0], '{oops', ...lines.slice(2)].join('\n'));
    await expect(open()).rejects.toThrow(/journal-0\.jsonl, line 2/);
  });

  test('a snapshot that was being written does not count', async () => {
    const first = await open();
    const key = trade(first);
    writeFileSync(join(folder, 'snapshot-1.json.tmp'), '{"accounts":[');
    const second = await open();
    expect(memoryOf(second.exchange, key)).toEqual(memoryOf(first.exchange, key));
  });
});

test('when the store fails the order is not accepted, nor is anything after it', async () => {
  const store = openFileStore({ folder });
  let isFull = false;
  const failing = {
    ...store,
    wantsSnapshot: false,
    append: (facts: Parameters<typeof store.append>[0]) => {
      if (isFull) throw new Error('no space left');
      store.append(facts);
    },
  };
  const { exchange } = await openTestExchange({ store: failing });
  const { key } = exchange.createAccount({ balances: { BTC: '1' } });
  isFull = true;
  expect(() => exchange.deposit(key, 'BTC', '1')).toThrow(/its store failed/);
  isFull = false;
  expect(() => exchange.deposit(key, 'BTC', '1')).toThrow(/its store failed/);
  const again = await openTestExchange({ store: openFileStore({ folder }) });
  expect(again.exchange.accountWallet(key).BTC?.free).toBe('1');
});

test('no answered order or trade is lost when the process is killed', async () => {
  for (let round = 0; round < 3; round++) {
    const answered = await runUntilKilled(200 + round * 150);
    const { exchange } = await openTestExchange({ markets: testMarkets, store: openFileStore({ folder }) });
    for (const { key, orders, trades } of answered) {
      const account = exchange.findAccount(key);
      expect(orders.filter((id) => !account?.orders.has(id))).toEqual([]);
      const kept = new Set(exchange.accountTrades(key).map(({ tradeId }) => tradeId));
      expect(trades.filter((id) => !kept.has(id))).toEqual([]);
      expect(orders.length).toBeGreaterThan(10);
    }
    for (const [currency, supply] of exchange.ledger.supply()) {
      const held = [...exchange.ledger.accounts()].map((id) => exchange.ledger.holding(id, currency));
      expect(held.reduce((sum, { free, locked }) => sum + free + locked, 0n)).toBe(supply);
    }
    await exchange.close();
  }
});

interface Answered {
  readonly key: string;
  readonly orders: number[];
  readonly trades: string[];
}

/** Starts a venue in a process of its own that trades and tells each answer, and kills it in the middle. */
async function runUntilKilled(afterAnswers: number): Promise<Answered[]> {
  const script = fileURLToPath(new URL('../testing/trade-until-killed.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const answered = new Map<string, Answered>();
  let answers = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [kind, key = '', value = ''] = line.split(' ');
    const own = answered.get(key) ?? { key, orders: [], trades: [] };
    answered.set(key, own);
    if (kind === 'order') own.orders.push(Number(value));
    if (kind === 'trade') own.trades.push(value);
    if (++answers === afterAnswers) child.kill('SIGKILL');
  }
  await exited;
  return [...answered.values()];
}
