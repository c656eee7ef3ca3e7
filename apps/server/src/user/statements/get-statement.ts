import { getStatement, type StatementTotal } from '@tenbin/contract';
import type { KeptOfBot } from '@tenbin/db';
import { addStatements, type Statement, statementOf, withLook } from '@tenbin/strategy';
import { fetchLiveUsd, standsStill, wholeUsd } from '../../bots/live-usd.ts';
import type { ServerContext } from '../../context.ts';
import { asSearch } from '../../limits/as-search.ts';
import type { Actor } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';

export const handleGetStatement = implement(getStatement, async ({ query: { month }, actor, deps }) => {
  const { start, end } = boundsOf(month);
  const isOver = end <= deps.clock.now();
  // All days of all bots are read.
  const read = () => actor.organization.days.keptOfUser(actor.userId);
  const stored = await asSearch({ call: 'getStatement', readsAll: true }, { actor, deps }, read);
  const bots = isOver ? stored : await atLivePrices(stored, { actor, deps });
  const stated = bots.flatMap(({ kept, ...bot }) => {
    const endedOn = bot.deletedAt && dayOf(bot.deletedAt);
    const statement = statementOf(kept, { from: dayOf(start), to: dayOf(end), endedOn });
    return isEmpty(statement) ? [] : [{ ...bot, statement }];
  });
  return {
    month,
    start: start.toISOString(),
    end: end.toISOString(),
    isOver,
    total: totalReply(addStatements(stated.map(({ statement }) => statement))),
    bots: stated.map(({ id, name, deletedAt, statement }) => ({
      _id: id,
      name,
      deletedAt: deletedAt?.toISOString() ?? null,
      basisPoint: statement.basisPoint,
      ...totalReply(statement),
    })),
  };
});

/** Those that trade or hold something as they stand now, at live prices; where these are not known, at the last ones. */
async function atLivePrices(bots: readonly KeptOfBot[], asked: { actor: Actor; deps: ServerContext }): Promise<readonly KeptOfBot[]> {
  const rows = new Map((await asked.actor.organization.bots.listOfUser(asked.actor.userId)).map((row) => [row.id, row]));
  const living = bots.flatMap((bot) => {
    const row = rows.get(bot.id);
    const last = bot.kept.at(-1);
    if (!row || !last || standsStill(row, last.days.at(-1))) return [];
    return [{ id: bot.id, exchangeId: row.exchangeId, currencies: Object.keys(last.start.balances) }];
  });
  const live = new Map<string, NonNullable<ReturnType<typeof wholeUsd>>>();
  const fetched = [...Map.groupBy(living, ({ exchangeId }) => exchangeId)].map(async ([exchangeId, ones]) => {
    const usd = await fetchLiveUsd(exchangeId, [...new Set(ones.flatMap(({ currencies }) => currencies))], asked);
    for (const { id, currencies } of ones) {
      const whole = wholeUsd(usd, currencies);
      if (whole) live.set(id, whole);
    }
  });
  await Promise.all(fetched);
  const now = asked.deps.clock.now();
  return bots.map((bot) => {
    const usd = live.get(bot.id);
    return usd ? { ...bot, kept: withLook(bot.kept, usd, now) } : bot;
  });
}

/** @param month - '2026-01' */
function boundsOf(month: string): { readonly start: Date; readonly end: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { start: new Date(Date.UTC(year, number - 1)), end: new Date(Date.UTC(year, number)) };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Of a bot that was not there yet, or has held nothing any more. */
const isEmpty = ({ currencies, trades }: Statement): boolean =>
  trades === 0 && Object.values(currencies).every((line) => Object.values(line).every((amount) => amount === '0'));

const totalReply = ({ currencies, outsideFees, usd, volume, trades, pricesAt }: Omit<Statement, 'basisPoint'>): StatementTotal => ({
  currencies: Object.fromEntries(Object.entries(currencies).map(([currency, line]) => [currency, { ...line }])),
  outsideFees: { ...outsideFees },
  usd: { ...usd },
  volume,
  trades,
  pricesAt: pricesAt?.toISOString() ?? null,
});
