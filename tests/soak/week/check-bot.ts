import type { BotRow, StoredRecord } from '@tenbin/db';
import { abs, add, addBalances, type Balances, compare, type Decimal, multiply, subtract, sum } from '@tenbin/market';
import { differingCurrencies, moveBalances } from '../../move-balances.ts';
import type { ReportedAccount } from './venue.ts';

/** The smallest amount of money on the venue. */
const unit = '0.00000001';
const profitTolerance = 1e-9;

export interface CheckedBot {
  /** What is wrong; empty when everything agrees. */
  readonly wrong: readonly string[];
  readonly trades: number;
  /** USD: what was booked as rounding, every currency's amount taken as positive. */
  readonly roundingUsd: number;
  /** Currencies of which ledger and wallet are the same to the last digit, and of which they are not. */
  readonly same: number;
  readonly apart: number;
  /** The largest difference, in smallest units. */
  readonly maxApart: number;
  readonly fees: Balances;
  readonly ranOut: boolean;
  /** USD in counter's worth, by the venue's trades. */
  readonly volumeUsd: number;
}

/** A stopped bot's books against what the exchange has of its account. */
export function checkBot(
  bot: BotRow,
  records: readonly StoredRecord[],
  { account, usd }: { readonly account: ReportedAccount; readonly usd: Readonly<Record<string, number>> },
): CheckedBot {
  const { ledger } = bot;
  if (!ledger) return { wrong: ['it has no ledger'], ...nothing };
  const { trades, openOrders, coins } = account;
  const has = Object.fromEntries(Object.entries(account.wallet).map(([currency, { free, locked }]) => [currency, add(free, locked)]));
  const rounding = ledger.rounding ?? {};
  const gaps = Object.entries(ledger.balances).map(([currency, amount]) => ({
    currency,
    gap: abs(subtract(has[currency] ?? '0', amount)),
    tolerated: multiply(unit, String(ledger.tradesSinceAgreement?.[currency] ?? 0)),
  }));
  const explained = addBalances(moveBalances(ledger.initialBalances, records), rounding);
  const profit = records.reduce((total, { basisPointChanged }) => total + basisPointChanged, 0);
  const booked = records.flatMap(({ pair, tradeIds }) => tradeIds.map((id) => `${pair} ${id}`));
  const traded = new Set(trades.map(({ pair, tradeId }) => `${pair} ${tradeId}`));
  const fees = feesOf(trades);
  const paidInCoins = ledger.feesElsewhere?.BNB ?? '0';
  const wrong = [
    ...gaps
      .filter(({ gap, tolerated }) => compare(gap, tolerated) > 0)
      .map(({ currency, gap, tolerated }) => `ledger and wallet are ${gap} ${currency} apart, ${tolerated} is tolerated`),
    ...differingCurrencies(ownOf(explained, ledger.balances), ledger.balances).map((currency) => `${currency}: records do not explain it`),
    ...(booked.length === traded.size && booked.every((name) => traded.has(name))
      ? []
      : [`records tell ${booked.length} of ${trades.length} trades`]),
    ...differingCurrencies(moveBalances({}, records), moveBalances({}, trades)).map(
      (currency) => `${currency}: records and trades moved it otherwise`,
    ),
    ...(compare(subtract(coins, paidInCoins), has.BNB ?? '0') === 0
      ? []
      : [`it paid ${paidInCoins} BNB of ${coins}, and ${has.BNB} are left`]),
    ...(Math.abs(bot.basisPoint - profit) < profitTolerance ? [] : [`profit is ${bot.basisPoint} bp, its records say ${profit}`]),
    ...(bot.executionCount === records.length ? [] : [`it counts ${bot.executionCount} of ${records.length} records`]),
    ...(openOrders === 0 ? [] : [`${openOrders} orders are open after the stop`]),
  ];
  const units = gaps.map(({ gap }) => Math.round(Number(gap) / Number(unit)));
  return {
    wrong,
    trades: trades.length,
    roundingUsd: Object.entries(rounding).reduce((total, [currency, amount]) => total + Math.abs(Number(amount)) * (usd[currency] ?? 0), 0),
    same: units.filter((count) => count === 0).length,
    apart: units.filter((count) => count > 0).length,
    maxApart: Math.max(0, ...units),
    fees,
    ranOut: fees.BNB !== undefined && Object.keys(fees).length > 1,
    volumeUsd: trades.reduce((total, { pair, notional }) => total + Number(notional) * (usd[pair.split('/')[1] ?? ''] ?? 0), 0),
  };
}

const nothing = { trades: 0, roundingUsd: 0, same: 0, apart: 0, maxApart: 0, fees: {}, ranOut: false, volumeUsd: 0 };

function feesOf(trades: ReportedAccount['trades']): Record<string, Decimal> {
  const byCurrency = Map.groupBy(trades, ({ feeCurrency }) => feeCurrency);
  return Object.fromEntries([...byCurrency].map(([currency, paid]) => [currency, sum(paid.map(({ fee }) => fee))]));
}

/** Without coins that the bot does not balance. */
const ownOf = (balances: Balances, own: Balances): Balances =>
  Object.fromEntries(Object.entries(balances).filter(([currency]) => currency in own));
