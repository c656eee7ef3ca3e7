import { endOfStop } from '@tenbin/bots';
import type { BalancePoint, getBalanceTransition } from '@tenbin/contract';
import type { AnyBotRow, LedgerTrade, StoredDay } from '@tenbin/db';
import { addBalances, type Balances, currenciesOf } from '@tenbin/market';
import { applyFill, type Transfer, type UsdPrices } from '@tenbin/strategy';
import { requireExchange } from '../../exchange-access/require-exchange.ts';
import type { Owner } from '../../route/caller.ts';
import { standsStill } from '../live-usd.ts';
import type { BotRead } from './bot-read.ts';
import { readPriceHistory, unknownPrices } from './price-history.ts';

/** More of them than there are seconds say no more. */
const shortestStepMs = 1000;

export const readBalanceTransition: BotRead<typeof getBalanceTransition> = async (bot, { query, actor, deps }) => {
  const { ledger, firstStartedAt } = bot;
  if (!ledger || !firstStartedAt) return { initialBalance: null, points: [] };

  const initialBalance = { ...ledger.initialBalances };
  const days = await daysOf(bot, actor);
  const now = deps.clock.now();
  const { end, usd } = endOf(bot, days.at(-1), now);
  const moments = evenMoments({ start: latest(query.start, firstStartedAt), end: earliest(query.end, end), points: query.points });
  const [first, last] = [moments.at(0), moments.at(-1)];
  if (!first || !last) return { initialBalance, points: [] };

  const transfers = transfersOf(bot, days);
  const [exchange, after] = await Promise.all([
    requireExchange(actor, bot.exchangeId),
    actor.organization.records.balancesAt(bot.id, moments, { since: firstStartedAt }),
  ]);
  const wanted = { exchange, currencies: currenciesOf(bot.strategy.pairs), start: first, end: last, now, asker: actor };
  const history = await readPriceHistory(wanted, deps).catch((error: Error) => {
    deps.log.warn({ exchange: exchange.name, err: error }, 'exchange.request_failed');
    return unknownPrices;
  });
  const points = moments.map((at, index) => {
    const { whole = null, trades = [] } = after[index] ?? {};
    const held = withTransfers(initialBalance, transfers, { until: at });
    const before = whole ? withTransfers(whole.balances, transfers, { since: whole.createdAt, until: at }) : held;
    return pointAt({
      at,
      balances: at === end ? ledger.balances : withTrades(before, trades),
      held,
      usd: (at === end && usd) || history.usdAt(at),
    });
  });
  return { initialBalance, points };
};

const latest = (a: Date | undefined, b: Date): Date => (a !== undefined && a > b ? a : b);
const earliest = (a: Date | undefined, b: Date): Date => (a !== undefined && a < b ? a : b);

/** Evenly spread, the first and the last moment always: so a chart that spaces its points evenly shows time as it passed. */
function evenMoments({ start, end, points }: { start: Date; end: Date; points: number }): Date[] {
  const period = end.getTime() - start.getTime();
  if (period < 0) return [];
  const steps = Math.min(points - 1, Math.floor(period / shortestStepMs));
  if (steps < 1) return [end];
  return [...Array.from({ length: steps }, (_, index) => new Date(start.getTime() + Math.round((index * period) / steps))), end];
}

async function daysOf({ id, ledger }: AnyBotRow, { organization }: Owner): Promise<readonly StoredDay[]> {
  return ledger?.performance ? await organization.days.list(id, ledger.performance.since) : [];
}

/** Where the curve ends: now, or, like the result, at the prices of the stop. */
function endOf(bot: AnyBotRow, last: StoredDay | undefined, now: Date): { readonly end: Date; readonly usd: UsdPrices | null } {
  if (bot.phase.kind !== 'stopped' || !standsStill(bot, last)) return { end: now, usd: null };
  const { receipt } = bot.phase;
  if (last?.endedAt && last.usd) return { end: last.endedAt, usd: new Map(Object.entries(last.usd)) };
  return { end: receipt ? endOfStop(receipt) : now, usd: null };
}

/** Deposits and withdrawals, in their order. */
function transfersOf({ ledger }: AnyBotRow, days: readonly StoredDay[]): readonly Transfer[] {
  const book = ledger?.performance;
  return book ? [...days.map(({ activity }) => activity), book.today].flatMap(({ transfers }) => transfers) : [];
}

/** Balances, and what came and went after one moment up to another. */
const withTransfers = (
  balances: Balances,
  transfers: readonly Transfer[],
  { since, until }: { readonly since?: Date; readonly until: Date },
): Balances =>
  transfers
    .filter(({ at }) => at <= until.getTime() && (since === undefined || at > since.getTime()))
    .reduce((held, { amounts }) => addBalances(held, amounts), balances);

/** Of pairs that it had before it was changed nothing is known any more. */
const withTrades = (balances: Balances, trades: readonly LedgerTrade[]): Balances =>
  trades.filter(({ pair }) => pair.split('/').every((currency) => currency in balances)).reduce(applyFill, balances);

interface Moment {
  readonly at: Date;
  readonly balances: Balances;
  /** What merely holding would hold. */
  readonly held: Balances;
  readonly usd: UsdPrices;
}

/** Worth is null where a currency's price is not known; then holding is, too. */
function pointAt({ at, balances, held: holds, usd }: Moment): BalancePoint {
  const worthOf = (amounts: Balances): Record<string, number> | null => {
    const worths = Object.entries(amounts).map(
      ([currency, amount]) => [currency, Number(amount) * (usd.get(currency) ?? Number.NaN)] as const,
    );
    if (worths.some(([, worth]) => Number.isNaN(worth))) return null;
    return Object.fromEntries(worths.map(([currency, worth]) => [currency, Math.round(worth * 100) / 100]));
  };
  const held = worthOf(holds);
  const holding = held && Math.round(Object.values(held).reduce((total, worth) => total + worth, 0) * 100) / 100;
  return { at: at.toISOString(), balance: { ...balances }, worth: worthOf(balances), holding };
}
