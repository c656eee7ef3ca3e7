/**
 * The week by the formulas of docs/concepts/profit.md, "The same in a spreadsheet", in plain arithmetic: nothing of the
 * product's is used here. A function is a column of the spreadsheet, and each line of it a formula.
 */
import { readCsv } from './read-csv.ts';

type Coin = 'BTC' | 'ETH' | 'USDT';
type Amounts = Record<Coin, number>;
const coins: readonly Coin[] = ['BTC', 'ETH', 'USDT'];
const none = (): Amounts => ({ BTC: 0, ETH: 0, USDT: 0 });
const worthOf = (amounts: Amounts, usd: Amounts): number => coins.reduce((total, coin) => total + amounts[coin] * usd[coin], 0);
const unevennessOf = (amounts: Amounts, usd: Amounts): number =>
  Math.log(worthOf(amounts, usd) / 3) - coins.reduce((total, coin) => total + Math.log(amounts[coin] * usd[coin]), 0) / 3;
const indexOf = (usd: Amounts): number => (usd.BTC * usd.ETH * usd.USDT) ** (1 / 3);

/** What a day's end shows, all since the start. */
interface Line {
  readonly day: string;
  readonly figures: Readonly<Record<string, number>>;
}

/** Each day less the one before. */
export function weekBySpreadsheet(): Line[] {
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
  const transfers = readCsv<'at' | 'currency' | 'amount' | 'usd_btc' | 'usd_eth'>('transfers');
  const roundings = readCsv<'at' | 'currency' | 'amount'>('roundings');
  const days = readCsv<'day' | 'usd_btc' | 'usd_eth'>('days');
  const [start, startUsd] = [none(), none()];
  for (const { currency, amount, usd } of readCsv<'currency' | 'amount' | 'usd'>('start')) {
    start[currency as Coin] = Number(amount);
    startUsd[currency as Coin] = Number(usd);
  }
  const balances = { ...start };
  const [flows, rounding, paidIn] = [none(), none(), none()];
  let [earned, fees, outsideFees, flowsUsd, growth, volume] = [0, 0, 0, 0, 0, 0];
  let uneven = unevennessOf(start, startUsd);
  let units = worthOf(start, startUsd) / indexOf(startUsd);

  function bookTrade(trade: (typeof trades)[number]): void {
    const usd: Amounts = { BTC: Number(trade.usd_btc), ETH: Number(trade.usd_eth), USDT: 1 };
    const [base, counter] = trade.pair.split('/') as [Coin, Coin];
    const sign = trade.side === 'buy' ? 1 : -1;
    const [amount, notional, fee] = [Number(trade.amount), Number(trade.notional), Number(trade.fee)];
    const received = sign === 1 ? base : counter;
    const isOutside = trade.fee_coin === 'BNB';
    const feeUsd = fee * (isOutside ? Number(trade.usd_bnb) : usd[trade.fee_coin as Coin]);
    // The fee in what was received, whatever coin it was paid in.
    const feeReceived = isOutside ? feeUsd / usd[received] : fee;
    const baseAfter = balances[base] + sign * amount - (received === base ? feeReceived : 0);
    const counterAfter = balances[counter] - sign * notional - (received === counter ? feeReceived : 0);
    const grown = (Math.log(baseAfter / balances[base]) + Math.log(counterAfter / balances[counter])) / 3;
    // An exchange of that amount at the market's price, without a fee.
    const atMarket =
      (Math.log((balances[base] + sign * amount) / balances[base]) +
        Math.log((balances[counter] - sign * amount * Number(trade.market_price)) / balances[counter])) /
      3;
    const exchanged = trade.role === 'taker' ? Math.max(0, atMarket) : 0;
    // What the trade let grow without its fee, beyond that.
    const atItsPrice =
      (Math.log((balances[base] + sign * amount) / balances[base]) + Math.log((balances[counter] - sign * notional) / balances[counter])) /
      3;
    const left = Math.max(0, uneven - exchanged);
    const evened = Math.min(left, Math.max(0, atItsPrice - exchanged));
    uneven = left - evened;
    const counted = grown - exchanged - evened;
    growth += counted;
    earned += counted * worthOf(balances, usd) + feeUsd;
    fees += feeUsd;
    volume += notional * usd[counter];
    balances[base] += sign * amount;
    balances[counter] -= sign * notional;
    if (isOutside) {
      outsideFees += feeUsd;
      for (const coin of coins) paidIn[coin] += feeUsd / usd[coin];
    } else balances[trade.fee_coin as Coin] -= fee;
  }

  /** All of one moment: one start takes them in. */
  function bookTransfers(at: string): void {
    const ones = transfers.filter((one) => one.at === at);
    const usd: Amounts = { BTC: Number(ones[0]?.usd_btc), ETH: Number(ones[0]?.usd_eth), USDT: 1 };
    const before = unevennessOf(balances, usd);
    for (const one of ones) bookTransfer(one, usd);
    const now = unevennessOf(balances, usd);
    uneven = Math.min(now, uneven + Math.max(0, now - before));
  }

  function bookTransfer({ currency, amount }: (typeof transfers)[number], usd: Amounts): void {
    const worth = Number(amount) * usd[currency as Coin];
    balances[currency as Coin] += Number(amount);
    flows[currency as Coin] += Number(amount);
    flowsUsd += worth;
    units += worth / indexOf(usd);
    for (const coin of coins) paidIn[coin] += worth / usd[coin];
  }

  function bookRounding({ currency, amount }: (typeof roundings)[number]): void {
    balances[currency as Coin] += Number(amount);
    rounding[currency as Coin] += Number(amount);
  }

  function lineOf({ day, usd_btc, usd_eth }: (typeof days)[number]): Line {
    const usd: Amounts = { BTC: Number(usd_btc), ETH: Number(usd_eth), USDT: 1 };
    const worth = worthOf(balances, usd) - outsideFees;
    const holding = coins.reduce((total, coin) => total + (start[coin] + flows[coin]) * usd[coin], 0);
    const againstHolding = worth - holding;
    const roundingUsd = worthOf(rounding, usd);
    const inCoins = coins.flatMap((coin) => {
      const put = worthOf(start, startUsd) / startUsd[coin] + paidIn[coin];
      return [
        [`change_${coin.toLowerCase()}`, balances[coin] - start[coin] - flows[coin]],
        [`result_${coin.toLowerCase()}`, worthOf(balances, usd) / usd[coin] - put],
      ] as const;
    });
    return {
      day,
      figures: {
        result: worth - worthOf(start, startUsd) - flowsUsd,
        against_holding: againstHolding,
        against_even: worth - units * indexOf(usd),
        earned,
        price: againstHolding - earned + fees - roundingUsd,
        fees,
        rounding: roundingUsd,
        flows: flowsUsd,
        growth,
        volume,
        ...Object.fromEntries(inCoins),
      },
    };
  }

  const ends = days.map((day) => {
    const isOfDay = ({ at }: { readonly at: string }) => at.startsWith(day.day);
    const events = [
      ...trades.filter(isOfDay).map((trade) => ({ at: trade.at, book: () => bookTrade(trade) })),
      ...[...new Set(transfers.filter(isOfDay).map(({ at }) => at))].map((at) => ({ at, book: () => bookTransfers(at) })),
      ...roundings.filter(isOfDay).map((one) => ({ at: one.at, book: () => bookRounding(one) })),
    ];
    for (const { book } of events.sort((a, b) => a.at.localeCompare(b.at))) book();
    return lineOf(day);
  });
  return ends.map(({ day, figures }, index) => {
    const before = ends[index - 1]?.figures ?? {};
    return { day, figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, value - (before[name] ?? 0)])) };
  });
}
