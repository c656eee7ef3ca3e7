import { clientOrderIdOf, newLedger, type OrderNews } from '@tenbin/bots';
import type { AnyBotRow, OrganizationDatabase } from '@tenbin/db';
import type { ExchangeAccount, OrderRequest } from '@tenbin/exchange';
import type { AccountKey, FaultInput } from '@tenbin/exchange-virtual';
import { orderWrite } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from './start-test-server.ts';

export const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
/** Longer than an order may be late. */
export const longMs = 70_000;

export const rest = { pair: 'BTC/USDT', side: 'sell', price: '65000', amount: '0.001' } as const;
/** Filled at once: it takes from the book. */
export const taking = { pair: 'BTC/USDT', side: 'buy', price: '61000', amount: '0.001' } as const;

export const told = (done: readonly Record<string, unknown>[]) => done.map(({ kind, outcome }) => `${kind} ${outcome}`);

interface StagedBot {
  readonly trader: TestUser;
  readonly bot: AnyBotRow;
  /** To its exchange account. */
  readonly key: AccountKey;
  /** Of its exchange account at the venue. */
  readonly accountId: string;
}

/**
 * A server with an operator, and for each test a bot and its account at the exchange, which the test lets disagree: that is told,
 * mended by what the exchange says, and gone. Registers the hooks of the test file at whose top it is called.
 */
export function consistencyStage() {
  let server: TestServer;
  let key: string;
  let own: OrganizationDatabase;
  let advanced = 0;
  beforeAll(async () => {
    server = await startTestServer();
    key = await server.makeOperator();
    own = server.database.forOrganization(server.tenbin.id);
  });
  afterAll(() => server.close());

  let staged: StagedBot;
  let connected: Awaited<ReturnType<typeof connectWith>>;
  let sequence: number;
  beforeEach(async () => {
    staged = await addBot();
    connected = await connectWith(staged.key);
    sequence = 100;
  });
  afterEach(async () => {
    server.venue.faults.clearAll();
    await connected.close();
  });

  /** One that runs, and that no worker has. */
  async function addBot(): Promise<StagedBot> {
    const trader = await server.makeUser();
    const made = server.venue.createAccount();
    const accountId = await newestAccountId();
    const body = { name: 'Tokyo', exchangeId: server.exchange.id, apiKey: made.key, secret: made.secret, pairs, delta: 0.01 };
    const answer = await server.call('POST', '/api/bots', { key: trader.key, body });
    const id: string = answer.body.bot._id;
    await own.bots.setActive(trader.id, id, { active: true, by: trader.id, at: server.clock.now() });
    const ledger = newLedger({ BTC: '0.1', ETH: '2', USDT: '6000' });
    await own.journal.record({ botId: id, epoch: 0 }, { phase: { kind: 'running', since: new Date() }, ledger });
    return { trader, bot: await own.bots.require(trader.id, id), key: made, accountId };
  }

  /** Of the exchange account that was made last, at the venue. */
  const newestAccountId = async (): Promise<string> => (await server.venue.trial.describe()).accounts.at(-1)?.id ?? '';

  /** As a worker does, with the key of an exchange account. */
  async function connectWith({ key: apiKey, secret }: AccountKey) {
    const connector = connectExchange({ ccxtId: 'binance', baseUrl: server.venue.url });
    const account: ExchangeAccount = await connector.account({ apiKey, secret });
    const close = async () => {
      await account.close();
      await connector.close();
    };
    return { account, close };
  }

  const later = (ms: number): void => {
    advanced += ms;
    server.clock.advance(ms);
  };
  const inject = (fault: FaultInput) => server.venue.faults.inject(fault);

  const newId = (): string => {
    sequence += 1;
    return clientOrderIdOf(staged.bot.botNumber, sequence);
  };
  const write = (order: Partial<OrderNews>, clientOrderId: string) =>
    own.journal.record(
      { botId: staged.bot.id, epoch: 0 },
      { orders: [orderWrite({ ...rest, clientOrderId, sequence, sentAt: new Date(), ...order })] },
    );

  /** Sent, and stored as open. */
  async function placed(
    terms: Omit<OrderRequest, 'clientOrderId'> = rest,
  ): Promise<{ readonly clientOrderId: string; readonly exchangeOrderId: string }> {
    const clientOrderId = newId();
    await write(terms, clientOrderId);
    const { exchangeOrderId } = await connected.account.placeOrder({ clientOrderId, ...terms });
    await write({ ...terms, state: 'open', exchangeOrderId }, clientOrderId);
    return { clientOrderId, exchangeOrderId };
  }

  const fix = async (body: object = {}) => {
    const answer = await server.call('PUT', '/ango-ya/bots/consistencies/fix', {
      key,
      surface: 'operator',
      body: { botIds: [staged.bot.id], ...body },
    });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const list = async (query: Record<string, string>) => {
    const { status, body, text } = await server.call('GET', `/ango-ya/bots/consistencies?${new URLSearchParams(query)}`, {
      key,
      surface: 'operator',
    });
    expect(status, text).toBe(200);
    return body;
  };
  const openOf = async () => (await Promise.all(pairs.map((pair) => connected.account.fetchOpenOrders(pair)))).flat();
  const stateOf = async (clientOrderId: string) => (await own.orders.find(clientOrderId))?.state;

  /** Counts what is sent while it is done. */
  async function withoutSending<T>(work: () => Promise<T>): Promise<T> {
    const { id } = inject({ type: 'delayBefore', ms: 1, where: { call: 'place' } });
    const result = await work();
    expect(server.venue.faults.armed.find((one) => one.id === id)?.seen).toBe(0);
    return result;
  }

  /** What differs is told, a dry run changes nothing, the fix does what it said, and after it nothing is left. */
  async function mended(expected: readonly string[], { cancelUnknown = false } = {}) {
    later(longMs);
    return withoutSending(async () => {
      const before = { open: await openOf(), stored: await own.orders.listToRemember(staged.bot.id, { settled: 40 }) };
      const plan = await fix({ cancelUnknown, dryRun: true });
      expect(plan.unasked).toEqual([]);
      expect(told(plan.done)).toEqual(expected);
      expect({ open: await openOf(), stored: await own.orders.listToRemember(staged.bot.id, { settled: 40 }) }).toEqual(before);
      const done = await fix({ cancelUnknown });
      expect(told(done.done)).toEqual(expected);
      later(longMs);
      expect((await fix({ cancelUnknown })).done, 'the second time').toEqual([]);
      return done.done;
    });
  }

  /** Only somebody who is asked for it, or time, can mend it. */
  async function left(expected: readonly string[]) {
    later(longMs);
    const open = await openOf();
    await withoutSending(async () => {
      expect(told((await fix()).done)).toEqual(expected);
      expect(told((await fix()).done)).toEqual(expected);
    });
    expect(await openOf()).toEqual(open);
  }

  return {
    get server() {
      return server;
    },
    /** Of an operator. */
    get key() {
      return key;
    },
    /** What the organization of all these bots has. */
    get own() {
      return own;
    },
    /** By how much the clock is ahead by now. */
    get advanced() {
      return advanced;
    },
    get trader() {
      return staged.trader;
    },
    get bot() {
      return staged.bot;
    },
    get apiKey() {
      return staged.key.key;
    },
    get accountId() {
      return staged.accountId;
    },
    /** What is done here is done behind the bot's back. */
    get account() {
      return connected.account;
    },
    /** Of the newest id. */
    get sequence() {
      return sequence;
    },
    addBot,
    newestAccountId,
    connectWith,
    later,
    inject,
    newId,
    write,
    placed,
    fix,
    list,
    openOf,
    stateOf,
    mended,
    left,
  };
}
