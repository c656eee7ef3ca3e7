/** Two real halves, the product and its exchange, with somebody who trades with the bots, and what their owner reads there. */
import { createHash, randomBytes } from 'node:crypto';
import { createClient, startBot, stopBot } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { defaultMarkets, type MarketDefinition } from '@tenbin/exchange-virtual';
import { defaultServerConfig, startServer } from '@tenbin/server';
import { silentLog } from '@tenbin/telemetry';
import { newSubscription, openTestDatabase, planTerms, testVault } from '@tenbin/testkit';
import { TradingFloor, until } from '../../../worker/src/testing/trading-floor.ts';
import { type Books, booksOf, coins, type Run } from './books-by-hand.ts';
import { type Amounts, type Exact, exact, told, toNumber } from './exact.ts';
import { ExchangeRows } from './exchange-rows.ts';
import { feedBeside, heldFeed, PublicPrices, runtimeFrom, WatchedExchanges } from './moved-market.ts';

export const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
/** Half of each bot's width. */
export const delta = 0.005;
/** So that a yearly rate can be told of seconds. */
export const timeScale = 100_000;
/** What a result is told in yen by. */
const yen: MarketDefinition = { pair: 'USDT/JPY', tickSize: '0.001', lotSize: '0.01', minimumNotional: '100' };

interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** A bot, its account as its owner reads it, and when it ran. */
export interface Trader {
  readonly bot: BotRow;
  readonly key: string;
  readonly accountId: string;
  readonly rows: ExchangeRows;
  readonly runs: Run[];
  /** Its running time is between these, milliseconds. */
  ran: { least: number; most: number };
}

/** Somebody looked at the prices. */
export interface Look {
  readonly until: number;
  readonly usd: Amounts;
}

/** What there is to tell of a bot. */
export interface Told {
  readonly trader: Trader;
  readonly bot: BotRow;
  readonly books: Books;
  readonly looks: readonly Look[];
  /** When it was deleted: what it held goes then. */
  readonly goneOn: Date | null;
}

/**
 * The real parts together, in a market that moves where it is put.
 *
 * @param start - what the clock shows as they open; `period`: what the user's plan counts volume in, up to `tradingLimit` USD
 * @param onClose - is given what closes each part, in the order of opening
 */
export async function openStage(
  { start, period, tradingLimit }: { readonly start: Date; readonly period: Period; readonly tradingLimit: string },
  onClose: (close: () => Promise<void>) => void,
) {
  const runtime = runtimeFrom(start);
  const opened = await openTestDatabase('pglite', { runtime });
  onClose(opened.close);
  const held = heldFeed({ 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05, 'BNB/USDT': 600, 'USDT/JPY': 150 });
  const markets = [...defaultMarkets.filter(({ pair }) => [...pairs, 'BNB/USDT'].includes(pair)), yen];
  const floor = await TradingFloor.open(opened.database, { runtime, markets, feed: held.feed, stepped: true, seed: 7 }, { timeScale });
  onClose(() => floor.close());
  const { organization, userId } = floor;
  const { organizationId } = organization;
  const plan = await organization.userPlans.create(planTerms({ tradingLimit }), runtime.now());
  const gift = { source: 'gift', paypalSubscriptionId: null, anchorDay: 28, startedAt: runtime.now(), paidAt: null } as const;
  await organization.subscriptions.create(newSubscription({ userId, plan, period, ...gift }), null);
  await opened.database.platform.organizations.update(organizationId, { isFree: false });

  const exchanges = new WatchedExchanges(runtime);
  const server = await startServer(
    { ...defaultServerConfig, port: 0, runsJobs: false, limitFactor: 1_000, requestsPerMinute: 1_000_000 },
    { database: opened.database, vault: testVault, connectExchange: exchanges.connect, clock: runtime, log: silentLog, trial: null },
  );
  onClose(() => server.close());
  const { id: administratorId } = await organization.administrators.create({ email: 'admin@example.com', passwordHash: '', role: 'owner' });
  const subjects = { user: userId, organization: administratorId } as const;
  const sessions = new Map<string, string>();
  const client = createClient({ baseUrl: server.url, key: (surface) => sessions.get(surface) ?? null });
  /** The user, and an administrator of their organization. */
  async function signIn(): Promise<void> {
    for (const surface of ['user', 'organization'] as const) {
      const session = randomBytes(32).toString('base64url');
      await opened.database.platform.sessions.create({
        ...{ surface, organizationId, subjectId: subjects[surface] },
        keyHash: createHash('sha256').update(session).digest('hex'),
        at: runtime.now(),
        expiresAt: new Date(runtime.now().getTime() + 86_400_000),
      });
      sessions.set(surface, session);
    }
  }
  const prices = new PublicPrices(floor.served.url);
  const rowsOf = (key: { readonly key: string; readonly secret: string }) => new ExchangeRows(floor.served.url, key, runtime.now);
  const others = rowsOf(floor.exchange.createAccount({ balances: { BTC: '100', ETH: '1000', USDT: '10000000' } }));
  /** What coins cost, each time from then on. */
  const history: { readonly at: number; readonly usd: Amounts }[] = [];

  async function addTrader(balances: Readonly<Record<string, string>>): Promise<Trader> {
    const { bot, key } = await floor.addBot(balances, { pairs, delta });
    const accountId = floor.exchange.findAccount(key)?.id ?? '';
    const own = floor.exchange.addKey(accountId, { rights: { trade: false } });
    return { bot, key, accountId, rows: rowsOf(own), runs: [], ran: { least: 0, most: 0 } };
  }

  async function look(): Promise<{ readonly usd: Amounts; readonly middles: Amounts }> {
    const seen = { at: runtime.now().getTime(), usd: await prices.usd(['BTC', 'ETH', 'BNB']), middles: await prices.middles(pairs) };
    history.push(seen);
    return seen;
  }

  /** Prices stand still, and the bots know them as they are. */
  async function untilKnown(): Promise<{ readonly usd: Amounts; readonly middles: Amounts }> {
    for (const pair of [...pairs, 'BNB/USDT']) await until(async () => (exchanges.knows(pair, await prices.top(pair)) ? true : null));
    return look();
  }

  /** A pair goes there. */
  async function put(pair: string, price: number): Promise<void> {
    held.put({ pair, price });
    if (!floor.exchange.feed.step()) throw new Error('the market did not move');
    await untilKnown();
  }

  /** All that the exchange did is booked, and the bot quotes on both sides of each pair. */
  async function untilQuiet({ bot, key }: Trader): Promise<void> {
    await until(async () => {
      const { ledger } = await floor.bot(bot.id);
      const wallet = floor.wallet(key);
      if (!coins.every((coin) => ledger?.balances[coin] === wallet[coin])) return null;
      const open = await organization.orders.listOpen(bot.id);
      const isQuoted = open.length === 6 && open.every(({ state, cancelAskedAt }) => state === 'open' && cancelAskedAt === null);
      return isQuoted && floor.openOrderCount(key) === 6 ? true : null;
    });
  }

  /** The market goes to the nearest order of the bots', and somebody takes a share of it there. */
  async function trade(
    traders: readonly Trader[],
    pair: string,
    { side, share = 100n }: { side: 'buy' | 'sell'; share?: bigint },
  ): Promise<void> {
    const open = (await Promise.all(traders.map(({ rows }) => rows.openOrders(pair)))).flat().filter((order) => order.side === side);
    const isNearer = (a: Exact, b: Exact) => (side === 'buy' ? a > b : a < b);
    const nearest = open.reduce((best, order) => (isNearer(order.price, best.price) ? order : best));
    await put(pair, feedBeside(pair, side, nearest.price));
    const lot = exact(defaultMarkets.find((market) => market.pair === pair)?.lotSize ?? '1');
    const amount = ((nearest.left * share) / 100n / lot) * lot;
    await others.take({ pair, side: side === 'buy' ? 'sell' : 'buy', price: told(nearest.price), amount: told(amount) });
    for (const trader of traders) await untilQuiet(trader);
  }

  /** The market goes to between the orders on both sides, where none of the bots' is the best there is. */
  async function putBetween(traders: readonly Trader[]): Promise<void> {
    for (const pair of pairs) {
      const open = (await Promise.all(traders.map(({ rows }) => rows.openOrders(pair)))).flat();
      const [buys, sells] = (['buy', 'sell'] as const).map((side) =>
        open.filter((order) => order.side === side).map(({ price }) => toNumber(price)),
      );
      await put(pair, (Math.max(...(buys ?? [])) + Math.min(...(sells ?? []))) / 2);
    }
    for (const trader of traders) await untilQuiet(trader);
  }

  /** Both bots run from a moment on, while something happens. */
  async function run(at: Date, traders: readonly Trader[], happens: () => Promise<void>): Promise<void> {
    await floor.stopWorker();
    runtime.moveTo(at);
    await signIn();
    await floor.startWorker({ clock: runtime, connect: exchanges.connectWatched });
    const begun: { readonly trader: Trader; readonly run: Run; readonly runs: number }[] = [];
    for (const trader of traders) {
      // The first to start asks for the prices; the others find those that it left.
      const { usd: usdAtStart, middles } = await (begun.length === 0 ? look() : untilKnown());
      const began = { wallet: await trader.rows.wallet(), usdAtStart, middles };
      const asked = runtime.now().getTime();
      await client.call(startBot, { params: { id: trader.bot.id } });
      await floor.untilPhase(trader.bot.id, 'running');
      const run = { startedAt: asked, stoppedAt: Number.POSITIVE_INFINITY, ...began, usdAtStop: usdAtStart };
      begun.push({ trader, run, runs: runtime.now().getTime() });
      trader.runs.push(run);
      await untilQuiet(trader);
    }
    await happens();
    await putBetween(traders);
    for (const { trader, run: begins, runs } of begun) {
      const { usd: usdAtStop } = await untilKnown();
      const stopAsked = runtime.now().getTime();
      await client.call(stopBot, { params: { id: trader.bot.id } });
      await floor.untilPhase(trader.bot.id, 'stopped');
      const stoppedAt = runtime.now().getTime();
      trader.runs.splice(-1, 1, { ...begins, stoppedAt, usdAtStop });
      trader.ran = { least: trader.ran.least + stopAsked - runs, most: trader.ran.most + stoppedAt - begins.startedAt };
    }
  }

  /** Time goes by in which nothing happens. */
  async function pass(ms: number, traders: readonly Trader[]): Promise<void> {
    runtime.moveTo(new Date(runtime.now().getTime() + ms));
    for (const trader of traders) await untilQuiet(trader);
  }

  /** A bot's books as its owner makes them of what the exchange lists, and the looks at its worth: when it stopped each time, or now. */
  async function read(trader: Trader): Promise<Told> {
    const priceAt = (at: number): Amounts => history.findLast((known) => known.at <= at)?.usd ?? {};
    const books = booksOf(await trader.rows.trades(pairs), { runs: trader.runs, delta, priceAt });
    const now = { at: runtime.now().getTime(), usd: history.at(-1)?.usd ?? {} };
    const looks = trader.runs.map(({ stoppedAt, usdAtStop }) =>
      stoppedAt === Number.POSITIVE_INFINITY ? { until: now.at, usd: now.usd } : { until: stoppedAt, usd: usdAtStop },
    );
    return { trader, bot: trader.bot, books, looks, goneOn: null };
  }

  /** Of whom `client` calls for. */
  const keyOf = (surface: keyof typeof subjects): string => sessions.get(surface) ?? '';

  return { floor, server, client, keyOf, runtime, addTrader, put, putBetween, trade, pass, run, read };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
