import { type ExchangeAccount as AccountReply, listExchangeAccounts } from '@tenbin/contract';
import type { BotRow, Exchange, ExchangeAccount } from '@tenbin/db';
import { implement } from '../../route/implement.ts';

export const handleListExchangeAccounts = implement(listExchangeAccounts, async ({ actor: { userId, organization }, deps }) => {
  const [accounts, bots, exchanges] = await Promise.all([
    organization.exchangeAccounts.listOfUser(userId),
    organization.bots.listOfUser(userId),
    deps.database.platform.exchanges.list(),
  ]);
  return accounts.flatMap((account) => {
    const its = bots.filter(({ exchangeAccountId }) => exchangeAccountId === account.id);
    const exchange = exchanges.find(({ id }) => id === account.exchangeId);
    return exchange && (account.withdrawnAt === null || its.length > 0) ? [exchangeAccountReply(account, exchange, its)] : [];
  });
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
