import { type ExchangeAccount as AccountReply, listExchangeAccounts, showExchangeKeys } from '@tenbin/contract';
import type { BotRow, Exchange, ExchangeAccount } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { openCredentials } from '../../exchange-accounts/credentials.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import type { Actor } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';

interface Listed {
  readonly account: ExchangeAccount;
  readonly exchange: Exchange;
  readonly bots: readonly BotRow[];
}

/** Those whose keys are stored, or that a bot needs a key of. */
async function listOf({ userId, organization }: Actor, deps: ServerContext): Promise<Listed[]> {
  const [accounts, bots, exchanges] = await Promise.all([
    organization.exchangeAccounts.listOfUser(userId),
    organization.bots.listOfUser(userId),
    deps.database.platform.exchanges.list(),
  ]);
  return accounts.flatMap((account) => {
    const its = bots.filter(({ exchangeAccountId }) => exchangeAccountId === account.id);
    const exchange = exchanges.find(({ id }) => id === account.exchangeId);
    return exchange && (account.withdrawnAt === null || its.length > 0) ? [{ account, exchange, bots: its }] : [];
  });
}

export const handleListExchangeAccounts = implement(listExchangeAccounts, async ({ actor, deps }) =>
  (await listOf(actor, deps)).map(({ account, exchange, bots }) => exchangeAccountReply(account, exchange, bots)),
);

/** Also of those that no bot trades with. */
export const handleShowExchangeKeys = implement(showExchangeKeys, async ({ body, actor, deps, caller, audit }) => {
  audit.add({ shows: 'apiKeys' });
  await requireOwnPassword(body.password, { actor, deps, caller });
  return (await listOf(actor, deps)).map(({ account, exchange, bots }) => ({
    ...exchangeAccountReply(account, exchange, bots),
    apiKey: account.withdrawnAt === null ? openCredentials(deps, actor.organizationId, account).apiKey : '',
  }));
});

export function exchangeAccountReply(
  { id, keyLastFour, createdAt }: ExchangeAccount,
  exchange: Pick<Exchange, 'id' | 'name'>,
  bots: readonly Pick<BotRow, 'id' | 'name'>[],
): AccountReply {
  return {
    _id: id,
    exchange: { _id: exchange.id, name: exchange.name },
    apiKey: keyLastFour,
    connectedAt: createdAt.toISOString(),
    bots: bots.map((bot) => ({ _id: bot.id, name: bot.name })),
  };
}
