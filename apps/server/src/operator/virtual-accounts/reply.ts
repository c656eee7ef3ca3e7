import { entryKinds, freeOf, heldOf, isReversible, ledgerStateOf, lifecycleOf } from '@tenbin/bots';
import type { VirtualAccount as AccountReply, Movement, VirtualOrder as OrderReply } from '@tenbin/contract';
import type { HandOrder, OrganizationDatabase, StandingBotRow, VirtualAccount, VirtualMovement, VirtualOrder } from '@tenbin/db';
import { add, type Balances } from '@tenbin/market';
import { isByHand } from '@tenbin/strategy';

/** @param balances - at another moment than now: free and held of each currency */
export async function accountReply(
  within: OrganizationDatabase,
  account: VirtualAccount,
  { exchangeName, at }: { readonly exchangeName: string; readonly at?: Date | undefined },
): Promise<AccountReply> {
  const bots = await within.bots.listOfSubAccount(account.id);
  const { free, held } = at === undefined ? { free: freeOf(account), held: heldOf(account) } : await balancesAt(within, account, at);
  const currencies = [...new Set([...Object.keys(free), ...Object.keys(held)])].sort();
  return {
    _id: account.id,
    exchangeName,
    name: account.name,
    state: ledgerStateOf(account),
    balances: Object.fromEntries(
      currencies.map((currency) => {
        const [reserved, rest] = [held[currency] ?? '0', free[currency] ?? '0'];
        return [currency, { total: add(reserved, rest), reserved, free: rest }];
      }),
    ),
    owed: { ...account.owed },
    bots: bots.filter(({ strategy }) => !isByHand(strategy)).map(botReply),
    orders: Object.keys(account.holds).length,
    version: account.version,
    createdAt: account.createdAt.toISOString(),
  };
}

const botReply = (bot: StandingBotRow) => ({
  _id: bot.id,
  type: bot.strategy.kind,
  pairs: [...bot.strategy.pairs],
  state: lifecycleOf(bot).shown,
  isRunning: bot.active,
  stopCause: bot.stopCause,
  stoppedAt: bot.stoppedAt?.toISOString() ?? null,
});

async function balancesAt(
  within: OrganizationDatabase,
  { id, exchangeAccountId }: VirtualAccount,
  at: Date,
): Promise<{ readonly free: Balances; readonly held: Balances }> {
  const sums = await within.virtualAccounts.addUpUntil(exchangeAccountId, at);
  const held: Record<string, string> = {};
  for (const [name, balances] of sums)
    if (name.startsWith(`${id}.held.`))
      for (const [currency, amount] of Object.entries(balances)) held[currency] = add(held[currency] ?? '0', amount);
  return { free: sums.get(id) ?? {}, held };
}

export const orderReply = (order: VirtualOrder): OrderReply => ({
  _id: order.clientOrderId,
  exchangeOrderId: order.exchangeOrderId,
  pair: order.pair,
  side: order.side,
  type: order.isMarket ? 'market' : 'limit',
  price: order.price,
  amount: order.amount,
  filled: order.reportedFilled,
  state: order.state,
  isByHand: order.isByHand,
  createdAt: order.sentAt.toISOString(),
});

/** Of an order by hand that was asked for just now. */
export const askedReply = ({ clientOrderId, pair, side, isMarket, price, amount, at }: HandOrder): OrderReply => ({
  _id: clientOrderId,
  exchangeOrderId: null,
  pair,
  side,
  type: isMarket ? 'market' : 'limit',
  price,
  amount,
  filled: '0',
  state: 'asked',
  isByHand: true,
  createdAt: at.toISOString(),
});

/** @param names - of the virtual accounts, by id */
export const movementReply = (movement: VirtualMovement, names: ReadonlyMap<string, string>): Movement => ({
  _id: String(movement.number),
  at: movement.at.toISOString(),
  cause: movement.cause,
  entries: movement.entries.map(({ account, kind, currency, amount }) => {
    const [id = '', , orderId] = account.split('.');
    const name = names.get(id);
    return { account: name ?? account, part: name === undefined ? null : (orderId ?? 'free'), kind: kindOf(kind), currency, amount };
  }),
  orderId: orderIdOf(movement),
  tradeId: movement.fill?.tradeId ?? null,
  by: movement.by,
  reason: movement.reason,
  reverses: movement.reverses === null ? null : String(movement.reverses),
  isReversible: isReversible(movement) && !movement.isReversed,
});

/** A version of the product with other kinds may have written into the same database. */
const kindOf = (kind: string) => entryKinds.find((known) => known === kind) ?? 'other';

/** A trade is one order's; a step that holds for several, or releases them, is of none. */
function orderIdOf({ entries }: VirtualMovement): string | null {
  const ids = new Set(entries.flatMap(({ account }) => account.split('.')[2] ?? []));
  return ids.size === 1 ? ([...ids][0] ?? null) : null;
}
