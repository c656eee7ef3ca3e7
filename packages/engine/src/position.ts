import { hasShare } from '@tenbin/bots';
import { add, type Balances, type Currency, type Decimal, subtract, type Wallet } from '@tenbin/market';
import { hasEnded, isSettled, isUncertain, reservedBy } from './bot-order.ts';
import type { BotState } from './bot-state.ts';

/** What of a wallet belongs to a bot, and what of that its orders hold back. */
export interface Holdings {
  readonly held: Balances;
  readonly reserved: Balances;
}

/** A bot's part in its account at one moment. */
export interface Position extends Holdings {
  /** How many changes of orders there were until then. */
  readonly changes: number;
  /** Nothing is under way: every order is open as it is known, or over. */
  readonly isAtRest: boolean;
}

type Counted = Pick<BotState, 'phase' | 'ledger' | 'orders' | 'changes'>;

export function positionOf(bot: Counted): Position {
  return { changes: bot.changes, isAtRest: isAtRest(bot), ...holdingsOf(bot) };
}

/** A bot that has stopped, or has not taken its share yet, holds nothing: what is there is simply in the wallet. */
export function holdingsOf({ phase, ledger, orders }: Counted): Holdings {
  if (!ledger || !hasShare(phase)) return { held: {}, reserved: {} };
  const reserved: Record<Currency, Decimal> = {};
  for (const order of orders) {
    if (hasEnded(order)) continue;
    const { currency, amount } = reservedBy(order);
    reserved[currency] = add(reserved[currency] ?? '0', amount);
  }
  return { held: ledger.balances, reserved };
}

const isAtRest = ({ orders }: Pick<BotState, 'orders'>): boolean =>
  orders.every((order) => isSettled(order) || (!hasEnded(order) && !isUncertain(order) && order.cancelAskedAt === null));

/** The sum of several bots' holdings. */
export function sumOfHoldings(all: readonly Holdings[]): Holdings {
  return { held: sumOf(all.map((one) => one.held)), reserved: sumOf(all.map((one) => one.reserved)) };
}

/**
 * What a wallet shows that bots do not explain, of these currencies, as text: the same text is the same difference, and
 * none is ''. A trade moves what is there, an order that comes or goes what is held back: so as long as the text stays,
 * nothing of ours happened at the exchange that its bots do not know of.
 */
export function unexplainedOf(wallet: Wallet, currencies: readonly Currency[], own: Holdings, others: Holdings): string {
  const parts: string[] = [];
  for (const currency of currencies) {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    const total = subtract(add(free, locked), add(own.held[currency] ?? '0', others.held[currency] ?? '0'));
    const reserved = subtract(locked, add(own.reserved[currency] ?? '0', others.reserved[currency] ?? '0'));
    if (total !== '0' || reserved !== '0') parts.push(`${currency} ${total} ${reserved}`);
  }
  return parts.join();
}

function sumOf(all: readonly Balances[]): Balances {
  const sum: Record<Currency, Decimal> = {};
  for (const balances of all) for (const [currency, amount] of Object.entries(balances)) sum[currency] = add(sum[currency] ?? '0', amount);
  return sum;
}
