import { getStatement, type StatementTotal } from '@tenbin/contract';
import { addStatements, type Statement, statementOf } from '@tenbin/strategy';
import { implement } from '../../route/implement.ts';

export const handleGetStatement = implement(getStatement, async ({ query: { month }, actor, deps }) => {
  const { start, end } = boundsOf(month);
  // All days of all bots are read.
  const bots = await deps.limits.searchLine.pass(actor.userId, () => actor.organization.days.keptOfUser(actor.userId));
  const stated = bots.flatMap(({ kept, ...bot }) => {
    const endedOn = bot.deletedAt && dayOf(bot.deletedAt);
    const statement = statementOf(kept, { from: dayOf(start), to: dayOf(end), endedOn });
    return isEmpty(statement) ? [] : [{ ...bot, statement }];
  });
  return {
    month,
    start: start.toISOString(),
    end: end.toISOString(),
    isOver: end <= deps.clock.now(),
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

/** @param month - '2026-01' */
function boundsOf(month: string): { readonly start: Date; readonly end: Date } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return { start: new Date(Date.UTC(year, number - 1)), end: new Date(Date.UTC(year, number)) };
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Of a bot that was not there yet, or has held nothing any more. */
const isEmpty = ({ currencies, trades }: Statement): boolean =>
  trades === 0 && Object.values(currencies).every((line) => Object.values(line).every((amount) => amount === '0'));

const totalReply = ({ currencies, outsideFees, usd, volume, trades }: Omit<Statement, 'basisPoint'>): StatementTotal => ({
  currencies: Object.fromEntries(Object.entries(currencies).map(([currency, line]) => [currency, { ...line }])),
  outsideFees: { ...outsideFees },
  usd: { ...usd },
  volume,
  trades,
});
