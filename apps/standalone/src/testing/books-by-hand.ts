/**
 * A bot's books, made of the exchange's rows alone by the definitions of docs/concepts/profit.md. Nothing of the product
 * computes here. Sums and products are exact; logarithms and roots are doubles, which tell sixteen digits.
 */
import { type Amounts, type Exact, exact, minus, over, plus, rounded, sum, times, told, toNumber } from './exact.ts';
import type { Row } from './exchange-rows.ts';

export const coins = ['BTC', 'ETH', 'USDT'] as const;

/** A time in which the bot ran: what its account had as it began, and what coins cost around it. */
export interface Run {
  readonly startedAt: number;
  readonly stoppedAt: number;
  readonly wallet: Amounts;
  readonly usdAtStart: Amounts;
  /** The middle of each pair's book as it began. */
  readonly middles: Amounts;
  readonly usdAtStop: Amounts;
}

/** A trade with what it was in money. */
export interface Booked extends Row {
  /** USD, 4 decimals. */
  readonly volume: Exact;
  readonly feeUsd: Exact;
  /** Whether its fee left none of the balances. */
  readonly isFeeOutside: boolean;
  readonly growth: number;
  /** USD before its fee. */
  readonly earned: number;
  /** What it brought and took, before its fee. */
  readonly traded: Amounts;
  readonly balances: Amounts;
  readonly usd: Amounts;
  /** Its order was there to make the balances even. */
  readonly isEvening: boolean;
}

/** What came or went while the bot was stopped, and the prices of the start that found it. */
export interface Flow {
  readonly at: number;
  readonly amounts: Amounts;
  readonly usd: Amounts;
}

export interface Books {
  readonly start: Amounts;
  readonly usdAtStart: Amounts;
  readonly startedAt: number;
  readonly trades: readonly Booked[];
  readonly flows: readonly Flow[];
}

const worthOf = (amounts: Amounts, usd: Amounts): Exact => sum(coins.map((coin) => times(amounts[coin] ?? 0n, usd[coin] ?? 0n)));
const ofCoins = (amounts: Amounts): Amounts => Object.fromEntries(coins.map((coin) => [coin, amounts[coin] ?? 0n]));

/** ln(G after / G before). */
const lnGrowth = (before: Amounts, after: Amounts): number =>
  coins.reduce((total, coin) => total + Math.log1p(toNumber(over((after[coin] ?? 0n) - (before[coin] ?? 0n), before[coin] ?? 0n))), 0) / 3;

const unevenness = (amounts: Amounts, usd: Amounts): number => {
  const worths = coins.map((coin) => toNumber(times(amounts[coin] ?? 0n, usd[coin] ?? 0n)));
  const mean = worths.reduce((a, b) => a + b) / 3;
  return -worths.reduce((total, worth) => total + Math.log(worth / mean), 0) / 3;
};

const sidesOf = ({ pair, side, amount, notional }: Row): Amounts => {
  const [base = '', counter = ''] = pair.split('/');
  return side === 'buy' ? { [base]: amount, [counter]: -notional } : { [base]: -amount, [counter]: notional };
};
const receivedIn = ({ pair, side }: Row): string => pair.split('/')[side === 'buy' ? 0 : 1] ?? '';

/** @param priceAt - USD for each coin as the market stood at a moment; `delta`: of the bot, half of its width as a fraction */
export function booksOf(
  rows: readonly Row[],
  { runs, delta, priceAt }: { readonly runs: readonly Run[]; readonly delta: number; readonly priceAt: (at: number) => Amounts },
): Books {
  const [first] = runs;
  if (!first) throw new Error('it never ran');
  const start = ofCoins(first.wallet);
  let balances = start;
  let uneven = 0;
  const trades: Booked[] = [];
  const flows: Flow[] = [];
  for (const run of runs) {
    const amounts = minus(ofCoins(run.wallet), balances);
    const [before, now] = [unevenness(balances, run.usdAtStart), unevenness(ofCoins(run.wallet), run.usdAtStart)];
    uneven = run === first ? now : Math.min(now, uneven + Math.max(0, now - before));
    if (Object.values(amounts).some((amount) => amount !== 0n)) flows.push({ at: run.startedAt, amounts, usd: run.usdAtStart });
    balances = ofCoins(run.wallet);
    for (const row of rows.filter(({ at }) => at >= run.startedAt && at <= run.stoppedAt)) {
      const earlier = trades.filter(({ pair, orderId }) => pair === row.pair && orderId === row.orderId);
      const isEvening = earlier[0]?.isEvening ?? isBesideItsPlace(row, { balances, delta });
      const middle = run.middles[row.pair] ?? 0n;
      const booked = book(row, { balances, earlier, uneven, usd: priceAt(row.at), isEvening, middle });
      trades.push(booked.trade);
      [balances, uneven] = [booked.trade.balances, booked.uneven];
    }
  }
  if (trades.length !== rows.length) throw new Error('a trade happened while the bot was stopped');
  return { start, usdAtStart: first.usdAtStart, startedAt: first.startedAt, trades, flows };
}

interface Before {
  readonly balances: Amounts;
  /** Trades of the same order. */
  readonly earlier: readonly Booked[];
  readonly uneven: number;
  readonly usd: Amounts;
  readonly isEvening: boolean;
  /** As the order was written down; only one that is there to make the balances even asks for it. */
  readonly middle: Exact;
}

const ticks: Readonly<Record<string, number>> = { 'BTC/USDT': 0.01, 'ETH/USDT': 0.01, 'ETH/BTC': 0.00001 };

/**
 * An order stands so far from where both sides of its pair are even, on the grid. One that would have crossed the market was
 * moved to the market's side: it is there to make the balances even.
 */
function isBesideItsPlace(
  { pair, side, price }: Row,
  { balances, delta }: { readonly balances: Amounts; readonly delta: number },
): boolean {
  const [base = '', counter = ''] = pair.split('/');
  const even = toNumber(balances[counter] ?? 0n) / toNumber(balances[base] ?? 0n);
  const place = even * (side === 'buy' ? 1 - 2 * delta : 1 + 2 * delta);
  const away = (toNumber(price) - place) / (ticks[pair] ?? 1);
  if (side === 'buy' ? away > 0.001 : away < -0.001)
    throw new Error(`${pair} ${side} at ${told(price)} is nearer to the market than its place, ${place}`);
  return Math.abs(away) > 1;
}

/** A trade of an order that rested and was taken by others, as all of them are here. */
function book(
  row: Row,
  { balances, earlier, uneven, usd, isEvening, middle }: Before,
): { readonly trade: Booked; readonly uneven: number } {
  if (!row.isMaker) throw new Error('this trade took from the book');
  const counter = row.pair.split('/')[1] ?? '';
  const traded = sidesOf(row);
  const isFeeOutside = !Object.hasOwn(balances, row.feeCoin);
  const after = minus(plus(balances, traded), isFeeOutside ? {} : { [row.feeCoin]: row.fee });
  const feeUsd = times(row.fee, usd[row.feeCoin] ?? 0n);
  // A fee from outside is taken off what was received, of all trades of the order so far.
  const lessOutside = (held: Amounts, ones: readonly Pick<Booked, 'isFeeOutside' | 'feeUsd'>[]) =>
    minus(held, { [receivedIn(row)]: sum(ones.map((one) => (one.isFeeOutside ? over(one.feeUsd, usd[receivedIn(row)] ?? 0n) : 0n))) });
  const grown = lnGrowth(lessOutside(balances, earlier), lessOutside(after, [...earlier, { isFeeOutside, feeUsd }]));
  const undone = earlier.reduce((held, one) => plus(minus(held, one.traded), one.isFeeOutside ? {} : { [one.feeCoin]: one.fee }), balances);
  const grownBy = (ones: readonly Amounts[]) => Math.max(0, lnGrowth(undone, ones.reduce(plus, undone)));
  /** What the trade adds to what the order's trades before it have let grow. */
  const added = (sides: (one: Row) => Amounts) => grownBy([...earlier, row].map(sides)) - grownBy(earlier.map(sides));
  const exchanged = isEvening ? added((one) => sidesOf({ ...one, notional: times(one.amount, middle) })) : 0;
  const left = uneven - Math.min(uneven, exchanged);
  const evened = Math.min(left, Math.max(0, added(sidesOf) - exchanged));
  const growth = grown - exchanged - evened;
  const trade = {
    ...row,
    volume: rounded(times(row.notional, usd[counter] ?? 0n), 4),
    feeUsd,
    isFeeOutside,
    growth,
    earned: growth * toNumber(worthOf(balances, usd)) + toNumber(feeUsd),
    traded,
    balances: after,
    usd,
    isEvening,
  };
  return { trade, uneven: left - evened };
}

/** What an order did: a record of the history. */
export interface OrderDone {
  /** Of its last trade. */
  readonly at: number;
  readonly trades: readonly Booked[];
  readonly volume: Exact;
  readonly basisPoint: number;
}

export const ordersOf = ({ trades }: Books): readonly OrderDone[] =>
  [...Map.groupBy(trades, ({ pair, orderId }) => `${pair} ${orderId}`).values()]
    .map((ones) => ({
      at: Math.max(...ones.map(({ at }) => at)),
      trades: ones,
      volume: sum(ones.map(({ volume }) => volume)),
      basisPoint: 10_000 * Math.expm1(ones.reduce((total, { growth }) => total + growth, 0)),
    }))
    .sort((a, b) => a.at - b.at);

/** How a bot stands at a moment, all since its start. USD to 4 decimals where that is how it is told; sums of such are exact. */
export interface Stand {
  readonly balances: Amounts;
  readonly worth: Exact;
  readonly holding: Exact;
  readonly result: Exact;
  readonly againstHolding: Exact;
  readonly fees: Exact;
  readonly outsideFees: Exact;
  readonly flows: Exact;
  readonly volume: Exact;
  readonly trades: number;
  readonly feesByCoin: Amounts;
  readonly tradedByCoin: Amounts;
  readonly flowsByCoin: Amounts;
  /** What trades and their fees changed. */
  readonly changeByCoin: Amounts;
  readonly basisPoint: number;
  readonly earned: number;
  readonly even: number;
  /** Reckoned in each coin at every moment. */
  readonly resultIn: Readonly<Record<string, number>>;
}

const index = (usd: Amounts): number => coins.reduce((product, coin) => product * toNumber(usd[coin] ?? 0n), 1) ** (1 / 3);

/** @param until - epoch milliseconds: what happens then is not in it; `usd`: the prices by which it is told */
export function standOf(books: Books, { until, usd }: { readonly until: number; readonly usd: Amounts }): Stand {
  const { start, usdAtStart } = books;
  const trades = books.trades.filter(({ at }) => at < until);
  const flows = books.flows.filter(({ at }) => at < until);
  const none = ofCoins({});
  const flowsByCoin = flows.reduce((total, { amounts }) => plus(total, amounts), none);
  const tradedByCoin = trades.reduce((total, { traded }) => plus(total, traded), none);
  const feesByCoin = trades.reduce<Amounts>((total, { fee, feeCoin }) => plus(total, { [feeCoin]: fee }), {});
  const changeByCoin = ofCoins(minus(tradedByCoin, ofCoins(feesByCoin)));
  const balances = plus(plus(start, flowsByCoin), changeByCoin);
  const outside = trades.filter(({ isFeeOutside }) => isFeeOutside);
  const [startWorth, worth] = [worthOf(start, usdAtStart), worthOf(balances, usd)];
  const holding = rounded(worthOf(plus(start, flowsByCoin), usd), 4);
  const outsideFees = rounded(sum(outside.map(({ feeUsd }) => feeUsd)), 4);
  const flowUsd = flows.map((flow) => worthOf(flow.amounts, flow.usd));
  const flowed = rounded(sum(flowUsd), 4);
  const kept = rounded(worth, 4) - outsideFees;
  const units =
    toNumber(startWorth) / index(usdAtStart) + flows.reduce((all, flow, at) => all + toNumber(flowUsd[at] ?? 0n) / index(flow.usd), 0);
  const paidIn = (coin: string) =>
    flows.reduce((all, flow, at) => all + toNumber(over(flowUsd[at] ?? 0n, flow.usd[coin] ?? 0n)), 0) +
    outside.reduce((all, one) => all + toNumber(over(one.feeUsd, one.usd[coin] ?? 0n)), 0);
  return {
    balances,
    worth: rounded(worth, 4),
    holding,
    result: kept - rounded(startWorth, 4) - flowed,
    againstHolding: kept - holding,
    fees: rounded(sum(trades.map(({ feeUsd }) => feeUsd)), 4),
    outsideFees,
    flows: flowed,
    volume: sum(trades.map(({ volume }) => volume)),
    trades: trades.length,
    feesByCoin,
    tradedByCoin,
    flowsByCoin,
    changeByCoin,
    basisPoint: 10_000 * trades.reduce((total, { growth }) => total + growth, 0),
    earned: trades.reduce((total, { earned }) => total + earned, 0),
    even: units * index(usd),
    resultIn: Object.fromEntries(
      coins.map((coin) => [
        coin,
        toNumber(over(worth, usd[coin] ?? 0n)) - toNumber(over(startWorth, usdAtStart[coin] ?? exact('1'))) - paidIn(coin),
      ]),
    ),
  };
}
