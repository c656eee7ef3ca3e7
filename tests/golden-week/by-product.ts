/** The week as a bot books it, and as the API tells it. */
import { bookFill } from '@tenbin/bots';
import { add, type Balances, type Currency, type Fill } from '@tenbin/market';
import {
  type Activity,
  addActivity,
  dailyPerformance,
  type FillMoment,
  flowActivity,
  noActivity,
  type Performance,
  performanceOf,
  roundingActivity,
  strategyOf,
  unevenAtStart,
  unevennessOf,
} from '@tenbin/strategy';
import { readCsv } from './read-csv.ts';

const strategy = strategyOf(
  { kind: 'balancing', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 },
  { balanceTolerance: 50, omitPairs: [] },
);

/** The figures of a stretch of time, by the heads of `expected.csv`. */
function figuresOf({ usd, currencies, basisPoint, volume }: Performance): Record<string, string> {
  const { result, againstHolding, againstEven, earned, price, fees, rounding, flows } = usd;
  const inCoins = Object.entries(currencies).flatMap(([currency, one]) => [
    [`change_${currency.toLowerCase()}`, one.change],
    [`result_${currency.toLowerCase()}`, one.result],
  ]);
  return {
    result,
    against_holding: againstHolding,
    against_even: againstEven,
    earned,
    price,
    fees,
    rounding,
    flows,
    growth: (basisPoint / 10_000).toFixed(12),
    volume,
    ...Object.fromEntries(inCoins),
  };
}

type Line = { readonly day: string; readonly figures: Readonly<Record<string, string>> };

/** @returns its days, and the whole of it as the last line */
export function weekByProduct(): Line[] {
  const started = readCsv<'currency' | 'amount' | 'usd'>('start');
  const balancesAtStart: Balances = Object.fromEntries(started.map(({ currency, amount }) => [currency, amount]));
  const start = { balances: balancesAtStart, usd: Object.fromEntries(started.map(({ currency, usd }) => [currency, Number(usd)])) };
  const currencies = Object.keys(balancesAtStart);
  let balances = balancesAtStart;
  let uneven = unevennessOf(balances, new Map(Object.entries(start.usd))) ?? Number.NaN;
  const events: { readonly at: string; readonly book: () => Activity }[] = [];

  const trades = readCsv<
    | 'at'
    | 'pair'
    | 'side'
    | 'price'
    | 'amount'
    | 'notional'
    | 'fee'
    | 'fee_coin'
    | 'role'
    | 'market_price'
    | 'usd_btc'
    | 'usd_eth'
    | 'usd_bnb'
  >('trades');
  for (const [index, { at, fee_coin, role, market_price, usd_btc, usd_eth, usd_bnb, side, ...reported }] of trades.entries()) {
    const names = { tradeId: String(index), exchangeOrderId: String(index), clientOrderId: `T1x${index}` };
    const fill: Fill = {
      ...names,
      ...reported,
      side: side === 'buy' ? 'buy' : 'sell',
      feeCurrency: fee_coin,
      isMaker: role === 'maker',
      at: new Date(at),
    };
    const usd = usdOf({ BTC: usd_btc, ETH: usd_eth, BNB: usd_bnb });
    const moment: FillMoment = { earlier: [], marketPrice: market_price, isEvening: role === 'taker', usd, feeRate: 0.001 };
    events.push({
      at,
      book: () => {
        const booked = bookFill(balances, fill, { ...moment, uneven }, strategy);
        balances = booked.balances;
        uneven = booked.uneven;
        return booked.activity;
      },
    });
  }
  const move = (currency: Currency, amount: string): void => {
    balances = { ...balances, [currency]: add(balances[currency] ?? '0', amount) };
  };
  const transfers = readCsv<'at' | 'currency' | 'amount' | 'usd_btc' | 'usd_eth'>('transfers');
  for (const [at, ones] of Map.groupBy(transfers, (transfer) => transfer.at))
    events.push({
      at,
      book: () => {
        const [{ usd_btc, usd_eth }] = ones as [(typeof ones)[number]];
        const usd = usdOf({ BTC: usd_btc, ETH: usd_eth });
        const before = unevennessOf(balances, usd) ?? Number.NaN;
        for (const { currency, amount } of ones) move(currency, amount);
        uneven = unevenAtStart({ now: unevennessOf(balances, usd) ?? Number.NaN, before, left: uneven });
        const amounts = Object.fromEntries(ones.map(({ currency, amount }) => [currency, amount]));
        return flowActivity({ at: Date.parse(at), amounts }, currencies, usd);
      },
    });
  for (const { at, currency, amount } of readCsv<'at' | 'currency' | 'amount'>('roundings'))
    events.push({
      at,
      book: () => {
        move(currency, amount);
        return roundingActivity({ [currency]: amount });
      },
    });

  events.sort((a, b) => a.at.localeCompare(b.at));
  const days = readCsv<'day' | 'usd_btc' | 'usd_eth'>('days').map(({ day, usd_btc, usd_eth }) => ({
    day,
    usd: Object.fromEntries(usdOf({ BTC: usd_btc, ETH: usd_eth })),
    activity: events.filter(({ at }) => at.startsWith(day)).reduce((sum, { book }) => addActivity(sum, book()), noActivity),
  }));
  const all = days.reduce((sum, { activity }) => addActivity(sum, activity), noActivity);
  const total = performanceOf(start, all, new Map(Object.entries(days.at(-1)?.usd ?? {})));
  return [
    ...dailyPerformance(start, days).map(({ day, ...performance }) => ({ day, figures: figuresOf(performance) })),
    { day: 'total', figures: figuresOf(total) },
  ];
}

const usdOf = (prices: Readonly<Record<Currency, string>>): Map<Currency, number> =>
  new Map([...Object.entries(prices).map(([currency, price]) => [currency, Number(price)] as const), ['USDT', 1]]);
