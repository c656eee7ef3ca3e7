import type { AnyBotRow, Exchange } from '@tenbin/db';
import type { ServerContext } from '../context.ts';
import { openCredentials } from '../exchange-accounts/credentials.ts';
import type { Owner } from '../route/caller.ts';
import type { Place } from './check-at-exchange.ts';

/** Where a stored bot trades: with its own key, beside the other bots of that key. */
export async function placeOf(bot: AnyBotRow, exchange: Exchange, { actor, deps }: { actor: Owner; deps: ServerContext }): Promise<Place> {
  const { bots, exchangeAccounts } = actor.organization;
  const [account, all] = await Promise.all([exchangeAccounts.require(bot.exchangeAccountId), bots.listOfAccount(bot.exchangeAccountId)]);
  return {
    exchange,
    credentials: openCredentials(deps, actor.organizationId, account),
    others: all.filter(({ id }) => id !== bot.id),
  };
}
