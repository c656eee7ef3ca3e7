import { rememberedOrders } from '@tenbin/bots';
import { type AnyBotRow, type ExchangeAccount, memoryOf, type OrganizationDatabase } from '@tenbin/db';
import type { BotMemory } from '@tenbin/engine';
import { type StrategyOf, strategyOf } from '@tenbin/strategy';

/** What is stored of an exchange account and its bots. */
export interface LoadedAccount {
  readonly account: ExchangeAccount;
  readonly bots: readonly AnyBotRow[];
  /**
   * Of the bots that run, by id: nobody but who owns the account changes anything of theirs. What is stored of another
   * one may be changed by its user.
   */
  readonly memories: ReadonlyMap<string, BotMemory>;
}

/** Loads several accounts of one organization in five questions, however many they are. By id; what is gone is left out. */
export async function loadAccounts(
  organization: OrganizationDatabase,
  ids: readonly string[],
  strategies: StrategyOf = strategyOf,
): Promise<ReadonlyMap<string, LoadedAccount>> {
  const [{ settings }, accounts, bots] = await Promise.all([
    organization.organization(),
    organization.exchangeAccounts.list(ids),
    organization.bots.listOfAccounts(ids),
  ]);
  // What others spend of a virtual account counts as it is when its bot is opened.
  const running = bots.filter(({ phase, userId }) => phase.kind === 'running' && userId !== null);
  const orders = await organization.orders.listToRememberOf(
    running.map(({ id }) => id),
    { settled: rememberedOrders },
  );
  const ordersOf = Map.groupBy(orders, ({ botId }) => botId);
  const memories = new Map(running.map((row) => [row.id, memoryOf(row, ordersOf.get(row.id) ?? [], strategies(row.strategy, settings))]));
  const botsOf = Map.groupBy(bots, ({ exchangeAccountId }) => exchangeAccountId);
  return new Map(accounts.map((account) => [account.id, { account, bots: botsOf.get(account.id) ?? [], memories }]));
}
