/**
 * Money shown is money of the exchange's own rows: two bots of a user trade on two accounts over the end of a month and the
 * beginning of a payment period; then what their owner reads at the exchange, with keys of their own, makes every figure by
 * the definitions, and cards, history and files must say the same.
 *
 * What is exact in the definitions is compared as text. Logarithms, roots and quotients (basis points, what was earned,
 * keeping even, results in a coin) may differ by one in the last decimal that is told.
 */
import {
  type BotResult,
  type Client,
  countRecords,
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
  getVolume,
  getVolumeOfBot,
  getVolumeOfUser,
  getVolumeThisMonth,
  listBots,
  listOwnRecords,
  listRecords,
} from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { expect, onTestFinished, test } from 'vitest';
import { moneyParts } from '../../console/src/features/dashboard/money-parts.ts';
import { type Booked, type Books, coins, ordersOf, type Stand, standOf } from './testing/books-by-hand.ts';
import {
  type Amounts,
  amountsOf,
  type Exact,
  exact,
  minus,
  over,
  plus,
  rounded,
  sum,
  times,
  told,
  toldOf,
  toNumber,
} from './testing/exact.ts';
import { expectNear } from './testing/expect-near.ts';
import { delta, type Look, openStage, pairs, type Told, type Trader, timeScale } from './testing/trading-stage.ts';
import { monthInTokyo, monthsInUtc, paymentPeriod, tradeForTwoMonths, twoMonths } from './testing/two-months.ts';

const shownEach = (amounts: Amounts): Record<string, string> => Object.fromEntries(coins.map((coin) => [coin, told(amounts[coin] ?? 0n)]));
const of = (texts: Readonly<Record<string, string>>): Record<string, string> => toldOf(amountsOf(texts));

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
  expect(lastOfDays).not.toEqual([]);
  for (const [index, look] of lastOfDays.entries()) {
    const before = lastOfDays[index - 1];
    const day = days.at(-1 - index) as (typeof days)[number];
    expectResult(day, before ? standOf(books, before) : null, standOf(books, look), `${bot.name} on ${day.day}`);
  }
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
  const paid = sum(trades.map((trade) => times(trade.price, trade.amount)));
  return {
    id: expect.any(String),
    botId: bot.id,
    createdAt: new Date(at).toISOString(),
    pair: first.pair,
    side: first.side,
    // Their prices on average, whatever the exchange rounded off their values: a quotient, told to 18 decimals.
    price: told(rounded(over(paid, amount), 18)),
    amount: told(amount),
    notional: told(notional),
    fee: told(sum(trades.map((trade) => trade.fee))),
    feeCurrency: first.feeCoin,
    delta,
    volume: toNumber(volume),
    earned: expect.any(String),
    balance: shownEach(last.balances),
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
  const limit = exact(twoMonths.tradingLimit);
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
  const balances = shownEach(await trader.rows.wallet());
  expect(bot).toMatchObject({
    executionCount: orders.length,
    balances,
    config: { initialBalance: shownEach(books.start) },
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
  expect([initialBalance, points.at(-1)?.balance]).toEqual([shownEach(books.start), balances]);
}
test('every figure of money that cards, history and files show is what the exchange’s own rows make', async () => {
  const stage = await openStage(twoMonths, onTestFinished);
  const { floor, client } = stage;
  const { first, second, moments } = await tradeForTwoMonths(stage, async (running) => {
    // While they run, what they hold is told by the prices of now.
    for (const { trader, books, looks } of await Promise.all(running.map(stage.read))) await expectMoney(client, trader, books, looks);
  });

  const all = await Promise.all([first, second].map(stage.read));

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
  expect((await Promise.all([first, second].map(({ rows }) => rows.cancelledInPart(pairs)))).some((count) => count > 0)).toBe(true);
  expect(trades.some(({ isEvening }) => isEvening)).toBe(true);
  for (const { trader, books, looks } of all) {
    await expectCards(client, trader, books);
    await expectMoney(client, trader, books, looks);
    await expectRecords(client, trader, books, moments);
  }
  /** What is told of all bots together, deleted ones too. */
  const expectTogether = async (told: readonly Told[]) => {
    for (const period of periodsOf(moments))
      expectTotals(await client.call(getRecordTotals, { query: textsOf(period) }), orders.filter(isIn(period)), 'all bots');
    const listed = await client.call(listOwnRecords, { query: { limit: 1000 } });
    const made = told.flatMap(({ bot, books }) => ordersOf(books).map((order) => recordOf(order, bot)));
    expect(listed.map(({ basisPointChanged: _, annualRate: _rate, ...record }) => record)).toEqual(
      made.sort((a, b) => b.createdAt.localeCompare(a.createdAt)),
    );
    await expectVolumes(
      client,
      told.map(({ books }) => books),
      moments,
    );
    await expectAdministered(client, told, floor.userId);
    await expectFiles(client, told, first.bot.exchangeName);
  };
  await expectTogether(all);

  await client.call(deleteBot, { params: { id: second.bot.id } });
  const goneOn = stage.runtime.now();
  await expectTogether(all.map((one) => (one.trader === second ? { ...one, goneOn } : one)));
});
