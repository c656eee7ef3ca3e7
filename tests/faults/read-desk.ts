import {
  type AnyBotRow,
  type Database,
  platformOrganizationId,
  type StoredAuditEntry,
  type StoredFill,
  type VirtualAccount,
  type VirtualMovement,
  type VirtualOrder,
} from '@tenbin/db';
import type { Balances } from '@tenbin/market';
import type { Desk } from './desk.ts';

const all = { offset: 0, limit: 1_000_000 };

/** Everything that is stored of one virtual account. */
export interface ReadLedger {
  readonly account: VirtualAccount;
  /** Of its bots, and by hand. */
  readonly orders: readonly VirtualOrder[];
  readonly fills: readonly StoredFill[];
  readonly bots: readonly AnyBotRow[];
}

/** Everything that is stored of a desk. */
export interface ReadDesk {
  /** The exchange's name of its account. */
  readonly account: string;
  readonly ledgers: readonly ReadLedger[];
  readonly rest: Balances;
  /** In the order of booking. */
  readonly movements: readonly VirtualMovement[];
  /** What the database adds the movements up to. */
  readonly derived: ReadonlyMap<string, Balances>;
  /** What workers told operators of its wallet. */
  readonly told: readonly Pick<StoredAuditEntry, 'action' | 'facts'>[];
  /** How many virtual accounts operators are alarmed of, since they are below zero. */
  readonly alarmed: number;
  /** The same of what none of them has. */
  readonly alarmedRests: number;
  readonly stopAskedAt: Date | null;
  readonly refused: readonly string[];
}

export async function readDesk(database: Database, desk: Desk): Promise<ReadDesk> {
  const { exchangeAccountId } = desk;
  const { virtualAccounts, bots, fills, ledgers: subLedgers } = database.forOrganization(platformOrganizationId);
  const accounts = await virtualAccounts.list(exchangeAccountId);
  const rest = await virtualAccounts.findRest(exchangeAccountId);
  if (!rest) throw new Error(`nothing is booked on ${exchangeAccountId}`);
  const movements = new Map<number, VirtualMovement>();
  for (const { id } of [...accounts, rest])
    for (const movement of await virtualAccounts.listMovements(id, all)) movements.set(movement.number, movement);
  const read = async (account: VirtualAccount): Promise<ReadLedger> => {
    const own = await bots.listOfSubAccount(account.id);
    const booked = await Promise.all(own.map(({ id }) => fills.listOfBot(id, all)));
    return { account, orders: await virtualAccounts.listOrders(account.id, all), fills: booked.flat(), bots: own };
  };
  const told = await database.platform.audit.list(all, { actor: 'worker', actions: ['bookWalletDifference', 'bookStrayTrade'] });
  return {
    account: desk.account.id,
    ledgers: await Promise.all(accounts.map(read)),
    rest: rest.balances,
    movements: [...movements.values()].sort((a, b) => a.number - b.number),
    derived: await subLedgers.addUp(exchangeAccountId),
    told: told.filter(({ facts }) => facts.exchangeAccountId === exchangeAccountId),
    alarmed: await database.soundness.overdrawn(),
    alarmedRests: await database.soundness.overdrawnRests(),
    stopAskedAt: desk.stopAskedAt,
    refused: desk.refused,
  };
}
