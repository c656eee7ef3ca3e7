import { hasShare, heldBesides, isOrderOf, rememberedOrders } from '@tenbin/bots';
import { add, type Balances, type Currency, type Decimal, type PairName } from '@tenbin/market';
import { type Strategy, type StrategyOf, strategyOf } from '@tenbin/strategy';
import type { OrganizationDatabase } from '../database/database.ts';
import type { OrderWithTrades } from '../orders/orders.ts';
import type { VirtualAccount } from '../virtual-accounts/virtual-accounts.ts';
import type { AnyBotRow } from './bots.ts';

/** More than a bot can send while an order of unknown fate is looked for. */
const lateOrders = 500;

/** A virtual account as one of its bots is told of it. */
export const fundsOf = (account: VirtualAccount, { botNumber }: Pick<AnyBotRow, 'botNumber'>) => ({
  version: account.version,
  balances: account.balances,
  heldByOthers: heldBesides(account, (clientOrderId) => isOrderOf(botNumber, clientOrderId)),
});

/** What a bot remembers. @param funds - of a bot on a virtual account */
export const memoryOf = (
  row: AnyBotRow,
  orders: readonly OrderWithTrades[],
  strategy: Strategy,
  funds: ReturnType<typeof fundsOf> | null = null,
) => ({
  id: row.id,
  number: row.botNumber,
  settings: { timeScale: row.timeScale, postOnly: row.postOnly },
  strategy,
  phase: row.phase,
  duringStop: row.duringStop,
  ledger: row.ledger,
  orders,
  nextSequence: row.sequence + 1,
  cursors: row.cursors,
  recoverSince: row.recoverSince,
  warnings: row.warnings,
  funds,
});

/** What is stored of one bot and of those beside it, as whoever compares it with its exchange asks for it. */
export class StoredBot {
  readonly #organization: OrganizationDatabase;
  readonly #bot: Pick<AnyBotRow, 'id' | 'userId' | 'subAccountId' | 'exchangeAccountId'>;
  readonly #strategyOf: StrategyOf;

  constructor(
    organization: OrganizationDatabase,
    bot: Pick<AnyBotRow, 'id' | 'userId' | 'subAccountId' | 'exchangeAccountId'>,
    strategies: StrategyOf = strategyOf,
  ) {
    this.#organization = organization;
    this.#bot = bot;
    this.#strategyOf = strategies;
  }

  /** Null where it is deleted. */
  async load(): Promise<ReturnType<typeof memoryOf> | null> {
    const row = await this.#organization.bots.find(this.#bot.id);
    if (!row) return null;
    const { settings } = await this.#organization.organization();
    const account = await this.virtualAccount();
    const orders = await this.#organization.orders.listToRemember(row.id, { settled: rememberedOrders });
    return memoryOf(row, orders, this.#strategyOf(row.strategy, settings), account && fundsOf(account, row));
  }

  /** Null of a bot that takes its share of the wallet: every bot of a user's. */
  async virtualAccount(): Promise<VirtualAccount | null> {
    const { userId, subAccountId } = this.#bot;
    return userId === null ? this.#organization.virtualAccounts.findById(subAccountId) : null;
  }

  async knowsOrder(clientOrderId: string): Promise<boolean> {
    return (await this.#organization.orders.find(clientOrderId)) !== null;
  }

  /** The other bots on the same exchange account that have not stopped. */
  async siblings() {
    const { bots, ledgers, orders } = this.#organization;
    const all = await bots.listOfAccount(this.#bot.exchangeAccountId);
    const subAccounts = await ledgers.listOfAccount(this.#bot.exchangeAccountId);
    const heldBy = new Map(subAccounts.map(({ id, balances }) => [id, balances]));
    // A stopped bot holds nothing: what it had is the rest's.
    const others = all.filter(({ id, phase }) => id !== this.#bot.id && phase.kind !== 'stopped');
    return Promise.all(
      others.map(async ({ id, phase, ledger, subAccountId }) => ({
        id,
        phase,
        held: heldBy.get(subAccountId) ?? {},
        heldRoundings: hasShare(phase) ? (ledger?.tradesSinceAgreement ?? {}) : {},
        orders: await orders.listToRemember(id, { settled: 0 }),
      })),
    );
  }

  /** What all other bots of the account, stopped ones too, have paid so far in coins that they do not balance. */
  async feesElsewhere(): Promise<Balances> {
    const paid: Record<Currency, Decimal> = {};
    for (const { id, ledger } of await this.#organization.bots.listOfAccount(this.#bot.exchangeAccountId)) {
      if (id === this.#bot.id) continue;
      for (const [currency, amount] of Object.entries(ledger?.feesElsewhere ?? {})) paid[currency] = add(paid[currency] ?? '0', amount);
    }
    return paid;
  }

  /** Exchange order ids of that pair that belong to late orders of any bot of the account. */
  async linkedOrders(pair: PairName): Promise<ReadonlySet<string>> {
    const { bots, orders } = this.#organization;
    const all = await bots.listOfAccount(this.#bot.exchangeAccountId);
    const late = await Promise.all(all.map(({ id }) => orders.listOfBot(id, { offset: 0, limit: lateOrders })));
    return new Set(late.flat().flatMap((order) => (order.pair === pair && order.exchangeOrderId !== null ? [order.exchangeOrderId] : [])));
  }
}
