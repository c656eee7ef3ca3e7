import type { Language } from '@tenbin/accounts';
import type { BotPhase } from '@tenbin/bots';
import type { Consistencies } from '@tenbin/contract';
import { platformOrganizationId } from '@tenbin/db';
import { ExchangeError } from '@tenbin/exchange';
import { messageOf } from '@tenbin/messages';
import type { ServerContext } from '../../context.ts';
import { refusalOf } from '../../route/refusal-of.ts';
import type { PlacedBot } from './stored-place.ts';

/** One look compares so many bots, and lasts so long, at most. */
const most = { bots: 500, ms: 20_000, unasked: 100 };
const inTurn: readonly BotPhase['kind'][] = ['running', 'stopping', 'starting', 'rebalancing', 'stopped'];

/** Bots that have ever traded, those that run first: the platform's own, then users'. @param ids - only these */
async function* botsInTurn({ database }: ServerContext, ids: readonly string[] | null): AsyncIterable<PlacedBot> {
  const platform = database.forOrganization(platformOrganizationId);
  const accounts = [...new Set((await platform.virtualAccounts.list()).map(({ exchangeAccountId }) => exchangeAccountId))];
  const own = await platform.bots.listOfAccounts(accounts);
  const isMeant = (row: PlacedBot['row']) => (ids === null || ids.includes(row.id)) && row.ledger !== null;
  for (const row of own) if (isMeant(row)) yield { row, organizationId: platformOrganizationId };
  if (ids !== null) {
    for (const id of ids) {
      const row = await database.platform.everybody.botList.find(id);
      if (row && isMeant(row)) yield { row, organizationId: row.organizationId };
    }
    return;
  }
  for (const state of inTurn)
    for await (const page of database.platform.everybody.botList.all({ state }))
      for (const row of page) if (isMeant(row)) yield { row, organizationId: row.organizationId };
}

type Unasked = Consistencies['unasked'][number];

/** What came of one bot; or why its exchange could not be asked. */
export interface Visited<T> {
  readonly asked: number;
  readonly results: readonly T[];
  readonly unasked: readonly Unasked[];
}

/** Does something with one bot after the other, so many at once, until the time is over. */
export async function eachBot<T>(
  {
    deps,
    language,
    ids,
    atOnce,
  }: { readonly deps: ServerContext; readonly language: Language; readonly ids: readonly string[] | null; readonly atOnce: number },
  work: (bot: PlacedBot) => Promise<readonly T[]>,
): Promise<Visited<T>> {
  const endsAt = deps.clock.now().getTime() + most.ms;
  const results: T[] = [];
  const unasked: Unasked[] = [];
  let asked = 0;
  const cannot = ({ row, organizationId }: PlacedBot, error: unknown): void => {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const { code, details } = refusal;
    const { text } = messageOf(code, language, details.facts);
    unasked.push({ botId: row.id, exchangeAccountId: row.exchangeAccountId, organization: organizationId, code, message: text });
  };
  const bots = botsInTurn(deps, ids)[Symbol.asyncIterator]();
  const next = async (): Promise<PlacedBot | null> => {
    const { value, done } = await bots.next();
    return done ? null : value;
  };
  const line = async () => {
    for (let bot = await next(); bot !== null && unasked.length < most.unasked; bot = await next()) {
      if (asked >= most.bots || deps.clock.now().getTime() >= endsAt) {
        cannot(bot, new ExchangeError('the time is over', { kind: 'transient', reason: 'deadlinePassed' }));
        continue;
      }
      try {
        results.push(...(await work(bot)));
        asked += 1;
      } catch (error) {
        cannot(bot, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return { asked, results, unasked };
}
