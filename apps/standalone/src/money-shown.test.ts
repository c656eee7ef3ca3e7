/**
 * Money shown is money of the exchange's own rows: two bots of a user trade on two accounts over the end of a month and the
 * beginning of a payment period; then what their owner reads at the exchange, with keys of their own, makes every figure by
 * the definitions, and cards, history, statements and files must say the same.
 *
 * What is exact in the definitions is compared as text. Logarithms, roots and quotients (basis points, what was earned,
 * keeping even, results in a coin) may differ by one in the last decimal that is told.
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  type BotResult,
  type Client,
  countRecords,
  createClient,
  deleteBot,
  downloadBotsOfOrganization,
  downloadRecords,
  downloadTaxRecords,
  downloadUsers,
  getBalanceTransition,
  getBotResult,
  getOverview,
  getOwnVolumeThisMonth,
  getOwnVolumeUse,
  getPerformance,
  getRecordTotals,
  getResultOfBot,
  getStatement,
  getVolume,
  getVolumeOfBot,
  getVolumeOfUser,
  getVolumeThisMonth,
  listBots,
  listOwnRecords,
  listRecords,
  type MonthlyStatement,
  startBot,
  stopBot,
} from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { defaultMarkets } from '@tenbin/exchange-virtual';
import { defaultServerConfig, startServer } from '@tenbin/server';
import { silentLog } from '@tenbin/telemetry';
import { newSubscription, openTestDatabase, planTerms, testVault } from '@tenbin/testkit';
import { expect, onTestFinished, test } from 'vitest';
import { moneyParts } from '../../console/src/features/dashboard/money-parts.ts';
import { TradingFloor, until } from '../../worker/src/testing/trading-floor.ts';
import { type Booked, type Books, booksOf, coins, ordersOf, type Run, type Stand, standOf } from './testing/books-by-hand.ts';
import { type Amounts, type Exact, exact, minus, over, plus, rounded, sum, told, toNumber } from './testing/exact.ts';
import { ExchangeRows } from './testing/exchange-rows.ts';
import { feedBeside, heldFeed, PublicPrices, runtimeFrom, WatchedExchanges } from './testing/moved-market.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const delta = 0.005;
const utc = (text: string) => new Date(`${text}:00Z`);
/** Both calendars, that of UTC and that of the organization, which is Tokyo's, begin a month between two of them, and a payment period begins. */
const runsAt = [utc('2031-03-28T12:00'), utc('2031-03-31T14:00'), utc('2031-03-31T20:00'), utc('2031-04-01T06:00')];
const paymentPeriod = { start: utc('2031-03-28T18:00'), end: utc('2031-04-28T18:00') };
const monthInTokyo = { start: utc('2031-03-31T15:00'), end: utc('2031-04-30T15:00') };
const monthsInUtc = [
  { month: '2031-03', from: utc('2031-03-01T00:00'), to: utc('2031-04-01T00:00') },
  { month: '2031-04', from: utc('2031-04-01T00:00'), to: utc('2031-05-01T00:00') },
];
const tradingLimit = '1500';
/** So that a yearly rate can be told of seconds. */
const timeScale = 100_000;

/** A bot, its account as its owner reads it, and when it ran. */
interface Trader {
  readonly bot: BotRow;
  readonly key: string;
  readonly accountId: string;
  readonly rows: ExchangeRows;
  readonly runs: Run[];
  /** Its running time is between these, milliseconds. */
  ran: { least: number; most: number };
}

/** The real parts together, in a market that moves where it is put. */
async function openStage() {
  const runtime = runtimeFrom(runsAt[0] as Date);
  const opened = await openTestDatabase('pglite', { runtime });
  onTestFinished(opened.close);
  const held = heldFeed({ 'BTC/USDT': 60_000, 'ETH/USDT': 3_000, 'ETH/BTC': 0.05, 'BNB/USDT': 600 });
  const markets = defaultMarkets.filter(({ pair }) => [...pairs, 'BNB/USDT'].includes(pair));
  const floor = await TradingFloor.open(opened.database, { runtime, markets, feed: held.feed, stepped: true, seed: 7 }, { timeScale });
  onTestFinished(() => floor.close());
  const { organization, userId } = floor;
  const { organizationId } = organization;
  const plan = await organization.userPlans.create(planTerms({ tradingLimit }), runtime.now());
  const gift = { source: 'gift', paypalSubscriptionId: null, anchorDay: 28, startedAt: runtime.now(), paidAt: null } as const;
  await organization.subscriptions.create(newSubscription({ userId, plan, period: paymentPeriod, ...gift }), null);
  await opened.database.platform.organizations.update(organizationId, { isFree: false });

  const exchanges = new WatchedExchanges(runtime);
  const server = await startServer(
    { ...defaultServerConfig, port: 0, runsJobs: false, limitFactor: 1_000, requestsPerMinute: 1_000_000 },
    { database: opened.database, vault: testVault, connectExchange: exchanges.connect, clock: runtime, log: silentLog, trial: null },
  );
  onTestFinished(() => server.close());
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

  return { floor, client, runtime, addTrader, put, putBetween, trade, run, read };
}

type Stage = Awaited<ReturnType<typeof openStage>>;

const amountsOf = (texts: Readonly<Record<string, string>>): Amounts =>
  Object.fromEntries(Object.entries(texts).map(([coin, text]) => [coin, exact(text)]));
const toldOf = (amounts: Amounts): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).flatMap(([coin, amount]) => (amount === 0n ? [] : [[coin, told(amount)]])));
const toldEach = (amounts: Amounts): Record<string, string> => Object.fromEntries(coins.map((coin) => [coin, told(amounts[coin] ?? 0n)]));
const of = (texts: Readonly<Record<string, string>>): Record<string, string> => toldOf(amountsOf(texts));

/** Within one of the last decimal that is told. */
function expectNear(text: string | number, value: number, { decimals, what }: { decimals: number; what: string }): void {
  expect(Math.abs(Number(text) - value), `${what}: ${text} is told, ${value} was made`).toBeLessThan(1.5 * 10 ** -decimals);
}

/** The cards, the bot's page and each day: a stretch of a bot, which is how it stood at its end less how it stood at its beginning. */
function expectResult(part: NonNullable<BotResult['total']>, from: Stand | null, to: Stand, what: string): void {
  const less = (of: (stand: Stand) => Exact) => told(of(to) - (from ? of(from) : 0n));
  const lessNumber = (of: (stand: Stand) => number) => of(to) - (from ? of(from) : 0);
  const lessByCoin = (of: (stand: Stand) => Amounts) => minus(of(to), from ? of(from) : {});
  const { usd, currencies } = part;
  expect({ ...usd, earned: '', price: '', againstEven: '' }, what).toEqual({
    result: less(({ result }) => result),
    againstHolding: less(({ againstHolding }) => againstHolding),
    fees: less(({ fees }) => fees),
    flows: less(({ flows }) => flows),
    rounding: '0',
    ...{ earned: '', price: '', againstEven: '' },
  });
  const keptOf = (stand: Stand) => toNumber(stand.worth - stand.outsideFees);
  expectNear(
    usd.earned,
    lessNumber(({ earned }) => earned),
    { decimals: 4, what: `${what}, earned` },
  );
  expectNear(
    usd.againstEven,
    lessNumber((stand) => keptOf(stand) - stand.even),
    { decimals: 4, what: `${what}, against even` },
  );
  // To the last digit: earned − fees + rounding + price is what there is against buy and hold.
  expect(exact(usd.earned) - exact(usd.fees) + exact(usd.rounding) + exact(usd.price), what).toBe(exact(usd.againstHolding));
  for (const coin of coins) {
    expect(currencies[coin], `${what}, ${coin}`).toMatchObject({
      change: told(lessByCoin(({ changeByCoin }) => changeByCoin)[coin] ?? 0n),
      flows: told(lessByCoin(({ flowsByCoin }) => flowsByCoin)[coin] ?? 0n),
    });
    expectNear(
      currencies[coin]?.result ?? '',
      lessNumber(({ resultIn }) => resultIn[coin] ?? 0),
      { decimals: 8, what: `${what}, result in ${coin}` },
    );
  }
  expect(of(part.fees), what).toEqual(toldOf(lessByCoin(({ feesByCoin }) => feesByCoin)));
  expectNear(
    part.basisPoint,
    lessNumber(({ basisPoint }) => basisPoint),
    { decimals: 8, what: `${what}, basis points` },
  );
  expect({ volume: part.volume, trades: part.trades, hasEstimate: part.hasEstimate }, what).toEqual({
    ...{ volume: less(({ volume }) => volume), hasEstimate: false },
    trades: to.trades - (from?.trades ?? 0),
  });
}

/** What of a bot's result in money its page, the first card and its days show. */
async function expectMoney(client: Client, { bot }: Trader, books: Books, looks: readonly Look[]): Promise<void> {
  const { total, valuation, days } = await client.call(getBotResult, { params: { id: bot.id }, query: {} });
  const now = looks.at(-1);
  if (!total || !valuation || !now) throw new Error('there is no result');
  const stand = standOf(books, now);
  expectResult(total, null, stand, bot.name);
  expect({ worth: valuation.worth, holding: valuation.holding }).toEqual({ worth: told(stand.worth), holding: told(stand.holding) });
  expectNear(valuation.even, stand.even, { decimals: 4, what: `${bot.name}, kept even` });
  // The first card: of the change since the start, trading and fees and prices, each as it stands there.
  const card = moneyParts(total.usd);
  expect({ change: card.change, fees: card.fees }).toEqual({ change: told(stand.result), fees: told(-stand.fees) });
  expectNear(card.trading, stand.earned, { decimals: 4, what: `${bot.name}, of which trading` });
  expectNear(card.price, toNumber(stand.result + stand.fees) - stand.earned, { decimals: 4, what: `${bot.name}, of which prices` });

  const lastOfDays = [...Map.groupBy(looks, ({ until: at }) => new Date(at).toISOString().slice(0, 10)).values()].map(
    (ones) => ones.at(-1) as Look,
  );
  expect(days.map(({ day }) => day)).toEqual(lastOfDays.map(({ until: at }) => new Date(at).toISOString().slice(0, 10)).toReversed());
  for (const [index, look] of lastOfDays.entries()) {
    const before = lastOfDays[index - 1];
    const day = days.at(-1 - index);
    if (day) expectResult(day, before ? standOf(books, before) : null, standOf(books, look), `${bot.name} on ${day.day}`);
  }
}

/** Somebody looked at the prices. */
interface Look {
  readonly until: number;
  readonly usd: Amounts;
}

/** The cards of a bot, its records and their sums. */
async function expectRecords(client: Client, { bot }: Trader, books: Books, moments: readonly Date[]): Promise<void> {
  const params = { id: bot.id };
  const orders = ordersOf(books);
  const records = (await client.call(listRecords, { params, query: { limit: 1000 } })).toReversed();
  expect(records.map(({ basisPointChanged: _, annualRate: _rate, ...record }) => record)).toEqual(
    orders.map((order) => recordOf(order, bot)),
  );
  for (const [index, { basisPoint }] of orders.entries())
    expectNear(records[index]?.basisPointChanged ?? 0, basisPoint, { decimals: 8, what: `${bot.name}, record ${index}` });
  expect(await client.call(countRecords, { params, query: {} })).toEqual({ count: orders.length });

  for (const at of moments) {
    const until_ = orders.filter((order) => order.at <= at.getTime());
    const performance = await client.call(getPerformance, { params, query: { targetTimestamp: at.toISOString() } });
    expect(performance.executionCount).toBe(until_.length);
    expectNear(
      performance.basisPoint,
      until_.reduce((total, { basisPoint }) => total + basisPoint, 0),
      { decimals: 8, what: `${bot.name} at ${at}` },
    );
  }
  for (const period of periodsOf(moments)) {
    const { volume } = await client.call(getVolume, { params, query: textsOf(period) });
    expect(exact(volume), `${bot.name}, volume`).toBe(volumeIn(orders, period));
    const totals = await client.call(getRecordTotals, { query: { botId: bot.id, ...textsOf(period) } });
    expectTotals(totals, orders.filter(isIn(period)), bot.name);
  }
  const { volume } = await client.call(getVolumeThisMonth, { params });
  expect(exact(volume)).toBe(volumeIn(orders, monthInTokyo));
}

type Order = ReturnType<typeof ordersOf>[number];

function recordOf({ trades, at, volume }: Order, bot: BotRow) {
  const [first, last] = [trades[0] as Booked, trades.at(-1) as Booked];
  const [amount, notional] = [sum(trades.map((trade) => trade.amount)), sum(trades.map((trade) => trade.notional))];
  return {
    id: expect.any(String),
    botId: bot.id,
    createdAt: new Date(at).toISOString(),
    pair: first.pair,
    side: first.side,
    // What was paid for one on average: a quotient, told to 18 decimals.
    price: told(rounded(over(notional, amount), 18)),
    amount: told(amount),
    notional: told(notional),
    fee: told(sum(trades.map((trade) => trade.fee))),
    feeCurrency: first.feeCoin,
    delta,
    volume: toNumber(volume),
    earned: expect.any(String),
    balance: toldEach(last.balances),
  };
}

interface Period {
  readonly start?: Date;
  readonly end?: Date;
}

/** All, each stretch between two moments, and the periods that count. */
const periodsOf = (moments: readonly Date[]): Period[] => [
  {},
  ...moments.map((start, index) => ({ start, end: moments[index + 1] ?? paymentPeriod.end })),
  paymentPeriod,
  monthInTokyo,
];
const textsOf = ({ start, end }: Period) => ({ ...(start && { start: start.toISOString() }), ...(end && { end: end.toISOString() }) });
const isIn =
  ({ start, end }: Period) =>
  ({ at }: { readonly at: number }) =>
    (start === undefined || at >= start.getTime()) && (end === undefined || at < end.getTime());
const volumeIn = (orders: readonly Order[], period: Period): Exact => sum(orders.filter(isIn(period)).map(({ volume }) => volume));

type Totals = Awaited<ReturnType<typeof totalsOf>>;
const totalsOf = (client: Client) => client.call(getRecordTotals, { query: {} });

function expectTotals(totals: Totals, orders: readonly Order[], what: string): void {
  const trades = orders.flatMap((order) => order.trades);
  const fees = trades.reduce<Amounts>((total, { fee, feeCoin }) => plus(total, { [feeCoin]: fee }), {});
  const traded = trades.reduce<Amounts>((total, trade) => plus(total, trade.traded), {});
  expect({ count: totals.count, volume: totals.volume, fees: of(totals.fees) }, what).toEqual({
    ...{ count: orders.length, fees: toldOf(fees) },
    volume: told(sum(orders.map(({ volume }) => volume))),
  });
  expect(of(totals.changes), what).toEqual(toldOf(minus(traded, fees)));
  expectNear(
    totals.basisPoint,
    orders.reduce((total, { basisPoint }) => total + basisPoint, 0),
    { decimals: 8, what },
  );
  expectNear(totals.earned, earnedBy(trades), { decimals: 6, what: `${what}, earned after fees` });
}

/** USD after fees. */
const earnedBy = (trades: Order['trades']): number => trades.reduce((total, { earned, feeUsd }) => total + earned - toNumber(feeUsd), 0);

/** What counts for a user's plan and their month, over all their bots. */
async function expectVolumes(client: Client, books: readonly Books[], moments: readonly Date[]): Promise<void> {
  const orders = books.flatMap(ordersOf);
  const used = volumeIn(orders, paymentPeriod);
  const limit = exact(tradingLimit);
  const thisMonth = toNumber(volumeIn(orders, monthInTokyo));
  expect(await client.call(getOwnVolumeUse, { query: { at: moments.map((at) => at.toISOString()) } })).toEqual({
    ...{ used: toNumber(used), thisMonth, limit: toNumber(limit), rest: toNumber(limit - used) },
    usedAt: moments.map((end) => toNumber(volumeIn(orders, { start: paymentPeriod.start, end }))),
    // Whole percents, cut off.
    consumption: Number((used * 100n) / limit),
    isNearlyUsedUp: used * 100n >= limit * 80n,
    start: paymentPeriod.start.toISOString(),
    end: paymentPeriod.end.toISOString(),
    monthStart: monthInTokyo.start.toISOString(),
    monthEnd: monthInTokyo.end.toISOString(),
  });
  expect(await client.call(getOwnVolumeThisMonth, {})).toEqual({ volume: thisMonth });
}

interface Told {
  readonly trader: Trader;
  readonly bot: BotRow;
  readonly books: Books;
  readonly looks: readonly Look[];
  /** When it was deleted: what it held goes then. */
  readonly goneOn: Date | null;
}

type StatementPart = MonthlyStatement['total'];

/** What a month must say of a bot: how it stood at its end less how it stood at its beginning. */
function statedOf({ books, looks, goneOn }: Told, { from, to }: { readonly from: Date; readonly to: Date }) {
  const before = looks.findLast(({ until: at }) => at < from.getTime());
  const last = looks.findLast(({ until: at }) => at < to.getTime());
  if (!last) throw new Error('nobody looked');
  const [opening, closing] = [before ? standOf(books, before) : null, standOf(books, last)];
  const isGone = goneOn !== null && goneOn < to;
  const difference = (of: (stand: Stand) => Exact) => of(closing) - (opening ? of(opening) : 0n);
  const byCoin = (of: (stand: Stand) => Amounts, coin: string) => (of(closing)[coin] ?? 0n) - (opening ? (of(opening)[coin] ?? 0n) : 0n);
  const feesByCoin = minus(closing.feesByCoin, opening?.feesByCoin ?? {});
  const lines = coins.map((coin) => {
    const held = closing.balances[coin] ?? 0n;
    const [opened, closed] = [opening?.balances[coin] ?? 0n, isGone ? 0n : held];
    const [traded, fees] = [byCoin((stand) => stand.tradedByCoin, coin), feesByCoin[coin] ?? 0n];
    // What was there as it first started came from outside, and what was there as it was deleted went.
    const flows = byCoin((stand) => stand.flowsByCoin, coin) + (opening ? 0n : (books.start[coin] ?? 0n)) - (isGone ? held : 0n);
    return [coin, { opening: opened, flows, traded, fees, rounding: 0n, closing: closed }] as const;
  });
  const result = difference((stand) => stand.result);
  const outside = difference((stand) => stand.outsideFees);
  const [openingUsd, closingUsd] = [opening?.worth ?? 0n, isGone ? 0n : closing.worth];
  return {
    lines: Object.fromEntries(lines),
    outsideFees: Object.fromEntries(Object.entries(feesByCoin).filter(([coin]) => !coins.some((one) => one === coin))) as Amounts,
    usd: {
      ...{ opening: openingUsd, flows: closingUsd - openingUsd - result - outside, result, outsideFees: outside, closing: closingUsd },
      fees: difference((stand) => stand.fees),
    },
    volume: difference((stand) => stand.volume),
    trades: closing.trades - (opening?.trades ?? 0),
    basisPoint: closing.basisPoint - (opening?.basisPoint ?? 0),
  };
}

type Stated = ReturnType<typeof statedOf>;
type Line = Stated['lines'][string];

const addLines = (a: Line | undefined, b: Line): Line => ({
  opening: (a?.opening ?? 0n) + b.opening,
  flows: (a?.flows ?? 0n) + b.flows,
  traded: (a?.traded ?? 0n) + b.traded,
  fees: (a?.fees ?? 0n) + b.fees,
  rounding: 0n,
  closing: (a?.closing ?? 0n) + b.closing,
});

function expectStatement({ currencies, outsideFees, usd, volume, trades }: StatementPart, stated: readonly Stated[], what: string): void {
  const lines: Record<string, Line> = {};
  for (const { lines: own } of stated) for (const [coin, line] of Object.entries(own)) lines[coin] = addLines(lines[coin], line);
  const money = (part: keyof Stated['usd']) => told(sum(stated.map((one) => one.usd[part])));
  expect(Object.fromEntries(Object.entries(currencies).map(([coin, line]) => [coin, amountsOf(line)])), what).toEqual(lines);
  expect({ outsideFees: of(outsideFees), usd, volume, trades }, what).toEqual({
    outsideFees: toldOf(stated.reduce<Amounts>((total, one) => plus(total, one.outsideFees), {})),
    usd: {
      ...{ opening: money('opening'), flows: money('flows'), result: money('result') },
      ...{ fees: money('fees'), outsideFees: money('outsideFees'), closing: money('closing') },
    },
    volume: told(sum(stated.map((one) => one.volume))),
    trades: stated.reduce((total, one) => total + one.trades, 0),
  });
}

async function expectStatements(client: Client, all: readonly Told[]): Promise<void> {
  for (const { month, ...bounds } of monthsInUtc) {
    const { bots, total } = await client.call(getStatement, { query: { month } });
    const stated = all.map((one) => statedOf(one, bounds));
    expectStatement(total, stated, month);
    expect(bots.map(({ id }) => id).toSorted()).toEqual(all.map(({ bot }) => bot.id).toSorted());
    for (const [index, { bot }] of all.entries()) {
      const part = bots.find(({ id }) => id === bot.id);
      if (!part || !stated[index]) throw new Error(`${month} says nothing of ${bot.name}`);
      expectStatement(part, [stated[index]], `${month}, ${bot.name}`);
      expectNear(part.basisPoint, stated[index].basisPoint, { decimals: 8, what: `${month}, ${bot.name}, basis points` });
    }
  }
}

const linesOf = async (file: Promise<Blob>): Promise<string[][]> =>
  (await (await file).text())
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

/** Both files have each row of the exchange's once, in the order of time. */
async function expectFiles(client: Client, all: readonly Told[], exchangeName: string): Promise<void> {
  const rows = all.flatMap(({ bot, books }) => books.trades.map((trade) => ({ bot, trade }))).sort((a, b) => a.trade.at - b.trade.at);
  const [head, ...own] = await linesOf(client.download(downloadRecords, { query: { timeZone: 'UTC' } }));
  const ofProfit = head?.indexOf('basisPointChanged') ?? -1;
  expect(own.map((line) => line.toSpliced(ofProfit, 2))).toEqual(
    rows.map(({ bot, trade }) => [
      ...[new Date(trade.at).toISOString(), 'order', bot.id, bot.name, exchangeName, trade.pair, trade.side],
      ...[trade.price, trade.amount, trade.notional, trade.fee].map(told),
      ...[trade.feeCoin, told(trade.volume), trade.tradeId, trade.orderId],
    ]),
  );
  for (const [index, { trade }] of rows.entries()) {
    expectNear(own[index]?.[ofProfit] ?? '', 10_000 * Math.expm1(trade.growth), { decimals: 8, what: `trade ${index}` });
    expectNear(own[index]?.[ofProfit + 1] ?? '', earnedBy([trade]), { decimals: 7, what: `trade ${index}, earned after its fee` });
  }
  const [, ...taxes] = await linesOf(client.download(downloadTaxRecords, { query: { timeZone: 'UTC' } }));
  expect(taxes).toEqual(
    rows.map(({ bot, trade }) => {
      const [base = '', counter = ''] = trade.pair.split('/');
      const at = new Date(trade.at).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/');
      return [
        ...[at, trade.side.toUpperCase(), exchangeName, base, told(trade.amount), told(trade.price), counter],
        ...[told(trade.fee), trade.feeCoin, `${bot.name} #${trade.tradeId}`],
      ];
    }),
  );
}

/** What an administrator is told of a user's volume, by the months of UTC, and of their bots. */
async function expectAdministered(client: Client, all: readonly Told[], userId: string): Promise<void> {
  const [lastMonth, thisMonth] = monthsInUtc.map(({ from, to }) =>
    sum(all.map(({ books }) => volumeIn(ordersOf(books), { start: from, end: to }))),
  ) as [Exact, Exact];
  const { volume } = await client.call(getOverview, {});
  expect(volume).toEqual({ thisMonth: toNumber(thisMonth), lastMonth: toNumber(lastMonth) });
  expect(await client.call(getVolumeOfUser, { params: { id: userId } })).toEqual({ volume: toNumber(thisMonth) });
  const rowsOf = async (file: Promise<Blob>) => {
    const [names = [], ...lines] = await linesOf(file);
    return lines.map((line) => Object.fromEntries(names.map((name, column) => [name, line[column] ?? ''])));
  };
  const users = await rowsOf(client.download(downloadUsers, { query: {} }));
  const living = all.filter(({ goneOn }) => goneOn === null);
  expect(users.map(({ _id, botCount, volumeThisMonth }) => ({ _id, botCount, volumeThisMonth }))).toEqual([
    { _id: userId, botCount: String(living.length), volumeThisMonth: told(thisMonth) },
  ]);
  const bots = await rowsOf(client.download(downloadBotsOfOrganization, { query: {} }));
  expect(bots.map(({ _id, executionCount }) => ({ _id, executionCount }))).toEqual(
    living.map(({ bot, books }) => ({ _id: bot.id, executionCount: String(ordersOf(books).length) })),
  );
  for (const [index, { bot, books }] of living.entries()) {
    const basisPoint = ordersOf(books).reduce((total, order) => total + order.basisPoint, 0);
    expectNear(bots[index]?.basisPoint ?? '', basisPoint, { decimals: 8, what: `${bot.name}, AMM profits` });
    const asked = { params: { id: bot.id }, query: {} };
    expect(await client.call(getResultOfBot, asked)).toEqual(await client.call(getBotResult, asked));
    expect(await client.call(getVolumeOfBot, asked)).toEqual({ volume: toNumber(volumeIn(ordersOf(books), {})) });
  }
}

/** The bot as cards and list show it. */
async function expectCards(client: Client, trader: Trader, books: Books): Promise<void> {
  const bot = (await client.call(listBots, { query: {} })).find(({ id }) => id === trader.bot.id);
  const orders = ordersOf(books);
  const balances = toldEach(await trader.rows.wallet());
  expect(bot).toMatchObject({
    executionCount: orders.length,
    balances,
    config: { initialBalance: toldEach(books.start) },
    lastFillAt: new Date(orders.at(-1)?.at ?? 0).toISOString(),
  });
  expectNear(
    bot?.basisPoint ?? 0,
    orders.reduce((total, { basisPoint }) => total + basisPoint, 0),
    { decimals: 8, what: 'AMM profits' },
  );
  // exp(growth · year / t) − 1 in percent, two decimals; t lies between what the clock said around each start and stop.
  const growth = books.trades.reduce((total, trade) => total + trade.growth, 0);
  const rates = [trader.ran.least, trader.ran.most].map((ms) => 100 * Math.expm1((growth * 365 * 86_400_000) / (ms * timeScale)));
  expect(bot?.annualRate).toBeGreaterThanOrEqual(Math.min(...rates) - 0.005);
  expect(bot?.annualRate).toBeLessThanOrEqual(Math.max(...rates) + 0.005);
  const { initialBalance, points } = await client.call(getBalanceTransition, { params: { id: trader.bot.id }, query: { points: 2 } });
  expect([initialBalance, points.at(-1)?.balance]).toEqual([toldEach(books.start), balances]);
}

test('every figure of money that cards, history, statements and files show is what the exchange’s own rows make', async () => {
  const stage: Stage = await openStage();
  const { floor, client, runtime } = stage;
  const first = await stage.addTrader({ BTC: '0.1', ETH: '2', USDT: '6000' });
  // Not quite even, and its fees are paid in a coin that it does not balance.
  const second = await stage.addTrader({ BTC: '0.15', ETH: '3.006', USDT: '9024', BNB: '1' });
  floor.exchange.setFeeCoin(second.accountId, { currency: 'BNB', discount: '0.25' });
  const both = [first, second];
  /** There and back again: as often as there are bots each time. */
  const swing = async (pair: string, sides: readonly ('buy' | 'sell')[]) => {
    for (const side of sides) for (const _ of both) await stage.trade(both, pair, { side });
  };

  const [run1, run2, run3, run4] = runsAt as [Date, Date, Date, Date];
  await stage.run(run1, both, async () => {
    await swing('BTC/USDT', ['buy', 'sell']);
    await stage.trade(both, 'ETH/BTC', { side: 'sell' });
  });
  await stage.run(run2, both, async () => {
    await stage.put('BNB/USDT', 612);
    await swing('ETH/USDT', ['sell', 'buy']);
    // In two parts, between which another order trades.
    await stage.trade(both, 'BTC/USDT', { side: 'buy', share: 40n });
    await stage.trade(both, 'ETH/USDT', { side: 'buy' });
    await stage.trade(both, 'BTC/USDT', { side: 'buy' });
    // The rest of it is cancelled by the stop.
    await stage.trade(both, 'ETH/USDT', { side: 'buy', share: 50n });
  });
  // More than the bot's width: as it starts, two of its orders would cross the market.
  floor.exchange.deposit(first.key, 'USDT', '91.7');
  await stage.run(run3, both, async () => {
    await stage.trade([first], 'BTC/USDT', { side: 'buy' });
    await stage.trade([first], 'ETH/USDT', { side: 'buy' });
    await swing('ETH/BTC', ['buy', 'sell']);
  });
  floor.exchange.changeBalance(second.accountId, 'ETH', '-0.0051');
  floor.exchange.deposit(first.key, 'BTC', '0.0002');
  await stage.run(run4, both, async () => {
    await swing('BTC/USDT', ['sell', 'buy']);
    await stage.put('BNB/USDT', 595);
    await stage.putBetween(both);
    // While they run, what they hold is told by the prices of now.
    const living = await Promise.all(both.map(stage.read));
    for (const { trader, books, looks } of living) await expectMoney(client, trader, books, looks);
    await expectStatements(client, living);
  });

  const all = await Promise.all(both.map(stage.read));
  for (const { trader, books } of all) {
    // The rows are all there are: with what came and went they are the wallet.
    const fees = books.trades.reduce<Amounts>((total, { fee, feeCoin }) => plus(total, { [feeCoin]: fee }), {});
    const traded = books.trades.reduce<Amounts>((total, trade) => plus(total, trade.traded), {});
    const explained = minus(plus(trader.runs[0]?.wallet ?? {}, traded), fees);
    const flowed = books.flows.reduce<Amounts>((total, { amounts }) => plus(total, amounts), {});
    expect(toldOf(plus(explained, flowed))).toEqual(toldOf(await trader.rows.wallet()));
    expect(toldOf(flowed)).toEqual(trader === first ? { USDT: '91.7', BTC: '0.0002' } : { ETH: '-0.0051' });
  }
  const trades = all.flatMap(({ books }) => books.trades);
  const orders = all.flatMap(({ books }) => ordersOf(books));
  expect(new Set(trades.map(({ feeCoin }) => feeCoin))).toEqual(new Set(['BTC', 'ETH', 'USDT', 'BNB']));
  expect(orders.some((order) => order.trades.length > 1)).toBe(true);
  expect((await Promise.all(both.map(({ rows }) => rows.cancelledInPart(pairs)))).some((count) => count > 0)).toBe(true);
  expect(trades.some(({ isEvening }) => isEvening)).toBe(true);
  const boundaries = [run1, run2, run3, run4, runtime.now()];
  for (const { trader, books, looks } of all) {
    await expectCards(client, trader, books);
    await expectMoney(client, trader, books, looks);
    await expectRecords(client, trader, books, boundaries);
  }
  /** What is told of all bots together, deleted ones too. */
  const expectTogether = async (told: readonly Told[]) => {
    for (const period of periodsOf(boundaries))
      expectTotals(await client.call(getRecordTotals, { query: textsOf(period) }), orders.filter(isIn(period)), 'all bots');
    const listed = await client.call(listOwnRecords, { query: { limit: 1000 } });
    const made = told.flatMap(({ bot, books }) => ordersOf(books).map((order) => recordOf(order, bot)));
    expect(listed.map(({ basisPointChanged: _, annualRate: _rate, ...record }) => record)).toEqual(
      made.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    );
    await expectVolumes(
      client,
      told.map(({ books }) => books),
      boundaries,
    );
    await expectStatements(client, told);
    await expectAdministered(client, told, floor.userId);
    await expectFiles(client, told, first.bot.exchangeName);
  };
  await expectTogether(all);

  await client.call(deleteBot, { params: { id: second.bot.id } });
  const goneOn = runtime.now();
  await expectTogether(all.map((one) => (one.trader === second ? { ...one, goneOn } : one)));
});
