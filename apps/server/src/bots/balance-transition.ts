import { type BalancePoint, getBalanceTransition } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import { type Balances, currenciesOf } from '@tenbin/market';
import { addBalances, type Transfer } from '@tenbin/strategy';
import { requireExchange } from '../exchange-access/require-exchange.ts';
import type { Actor } from '../route/caller.ts';
import { implement } from '../route/implement.ts';
import { type PriceHistory, readPriceHistory, unknownPrices } from './price-history.ts';

interface Moment {
  readonly at: Date;
  readonly balances: Balances;
}

export const handleGetBalanceTransition = implement(getBalanceTransition, async ({ params, query, actor, deps }) => {
  const { bots, records } = actor.organization;
  const bot = await bots.require(actor.userId, params.id);
  const { ledger, firstStartedAt } = bot;
  if (!ledger || !firstStartedAt) return { initialBalance: null, points: [] };

  const transfers = await transfersOf(bot, actor);
  const now = deps.clock.now();
  const sampled = await records.sample(bot.id, query);
  const moments = momentsOf(bot, {
    fills: sampled.map(({ createdAt, balances }) => ({ at: createdAt, balances })),
    start: query.start ?? firstStartedAt,
    end: query.end !== undefined && query.end < now ? query.end : now,
  });
  const [first, last] = [moments.at(0), moments.at(-1)];
  if (!first || !last) return { initialBalance: { ...ledger.initialBalances }, points: [] };

  const exchange = await requireExchange(actor, bot.exchangeId);
  const wanted = { exchange, currencies: currenciesOf(bot.pairs), start: first.at, end: last.at, asker: actor };
  const history = await readPriceHistory(wanted, deps).catch((error: Error) => {
    deps.log.warn({ exchange: exchange.name, error: error.message }, 'exchange.failed');
    return unknownPrices;
  });
  return {
    initialBalance: { ...ledger.initialBalances },
    points: moments.map((moment) => pointAt(moment, { history, held: heldAt(moment.at, ledger.initialBalances, transfers) })),
  };
});

/** Deposits and withdrawals, in their order. */
async function transfersOf({ id, ledger }: BotRow, { organization }: Actor): Promise<readonly Transfer[]> {
  const book = ledger?.performance;
  if (!book) return [];
  const days = await organization.days.list(id, book.since);
  return [...days.map(({ activity }) => activity), book.today].flatMap(({ transfers }) => transfers);
}

/** What holding would hold: what was there at first, and what came and went since. */
const heldAt = (at: Date, initial: Balances, transfers: readonly Transfer[]): Balances =>
  transfers.filter((transfer) => transfer.at <= at.getTime()).reduce((held, { amounts }) => addBalances(held, amounts), initial);

/** The balances at the first start, after the sampled fills, and now; as far as they lie in the period. */
function momentsOf(
  { ledger, firstStartedAt }: BotRow,
  { fills, start, end }: { fills: readonly Moment[]; start: Date; end: Date },
): Moment[] {
  if (!ledger || !firstStartedAt) return [];
  const beginning = { at: firstStartedAt, balances: ledger.initialBalances };
  const latest = { at: end, balances: fills.at(-1)?.balances ?? ledger.balances };
  return [beginning, ...fills, latest].filter(({ at }) => at >= start && at <= end);
}

/** Worth is null where a currency's price is not known; then holding is, too. */
function pointAt({ at, balances }: Moment, { history, held: holds }: { history: PriceHistory; held: Balances }): BalancePoint {
  const usd = history.usdAt(at);
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
