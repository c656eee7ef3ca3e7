import { type BotOrder, hasEnded, hasShare, isSettled, isUncertain, type Roundings, reservedBy } from '@tenbin/bots';
import { add, type Balances, type Currency, type Decimal, subtract, type Wallet } from '@tenbin/market';
import type { BotState } from '../decision/bot-state.ts';
import type { MoneyUnits } from './money-units.ts';
import { type Gap, type Gaps, isTolerated, sumOfRoundings, tolerancesOf } from './tolerance.ts';

/** What of a wallet belongs to a bot, and what of that its orders hold back. */
export interface Holdings {
  readonly held: Balances;
  readonly reserved: Balances;
  /** How often what is held may have been rounded since it last agreed with the wallet: once by each trade. */
  readonly heldRoundings: Roundings;
  /** How often what is held back may be rounded: once for each open buy, and once for each part of it that was filled. */
  readonly reservedRoundings: Roundings;
}

/** A bot's part in its account at one moment. */
export interface Position extends Holdings {
  readonly id: string;
  /** How many changes of orders there were until then. */
  readonly changes: number;
  /** Nothing is under way: every order is open as it is known, or over. */
  readonly isAtRest: boolean;
}

/** What the other bots of an account hold. */
export interface OthersHoldings extends Holdings {
  /** Currencies of which one of them, and not this bot, takes in what is left over by rounding. */
  readonly roundedThere: ReadonlySet<Currency>;
}

type Counted = Pick<BotState, 'id' | 'phase' | 'ledger' | 'orders' | 'changes'>;

export function positionOf(bot: Counted): Position {
  return { id: bot.id, changes: bot.changes, isAtRest: isAtRest(bot), ...holdingsOf(bot) };
}

/** A bot that has stopped, or has not taken its share yet, holds nothing: what is there is simply in the wallet. */
export function holdingsOf({ phase, ledger, orders }: Pick<Counted, 'phase' | 'ledger' | 'orders'>): Holdings {
  if (!ledger || !hasShare(phase)) return { held: {}, reserved: {}, heldRoundings: {}, reservedRoundings: {} };
  const reserved: Record<Currency, Decimal> = {};
  const reservedRoundings: Record<Currency, number> = {};
  for (const order of orders) {
    if (hasEnded(order)) continue;
    const { currency, amount } = reservedBy(order);
    reserved[currency] = add(reserved[currency] ?? '0', amount);
    reservedRoundings[currency] = (reservedRoundings[currency] ?? 0) + roundingsOf(order);
  }
  return { held: ledger.balances, reserved, heldRoundings: ledger.tradesSinceAgreement, reservedRoundings };
}

/** A sell holds back whole lots; what a buy holds back is a product, rounded when it comes and with every part that goes. */
const roundingsOf = ({ side, trades }: BotOrder): number => (side === 'buy' ? 1 + trades.length : 0);

const isAtRest = ({ orders }: Pick<BotState, 'orders'>): boolean =>
  orders.every((order) => isSettled(order) || (!hasEnded(order) && !isUncertain(order) && order.cancelAskedAt === null));

/** The sum of what several bots hold, as another one of their account sees it. */
export function othersOf(id: string, all: readonly (Holdings & { readonly id: string })[]): OthersHoldings {
  return {
    held: sumOf(all.map((one) => one.held)),
    reserved: sumOf(all.map((one) => one.reserved)),
    heldRoundings: sumOfRoundings(all.map((one) => one.heldRoundings)),
    reservedRoundings: sumOfRoundings(all.map((one) => one.reservedRoundings)),
    roundedThere: roundedBefore(id, all),
  };
}

/**
 * What an account has left over by rounding is taken in once, by the first of its bots that holds the currency. The first
 * one is always the same as long as none comes or goes, so that no two can take in the same.
 */
export function roundedBefore(id: string, all: readonly (Pick<Holdings, 'held'> & { readonly id: string })[]): ReadonlySet<Currency> {
  return new Set(all.filter((other) => other.id < id).flatMap(({ held }) => Object.keys(held)));
}

/** What a wallet shows beside what the bots' sub-accounts hold: the rest. */
export function gapsOf(wallet: Wallet, currencies: readonly Currency[], own: Holdings, others: Holdings): Gaps {
  const gapOf = (currency: Currency): Gap => {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    return {
      total: subtract(add(free, locked), add(own.held[currency] ?? '0', others.held[currency] ?? '0')),
      reserved: subtract(locked, add(own.reserved[currency] ?? '0', others.reserved[currency] ?? '0')),
    };
  };
  return Object.fromEntries(currencies.map((currency) => [currency, gapOf(currency)]));
}

export const noGap: Gap = { total: '0', reserved: '0' };

/**
 * Whether a wallet shows no more than these gaps and what rounding explains. A trade moves what is there, an order that
 * comes or goes what is held back, both by far more than rounding: so as long as the gaps stay, nothing of ours happened
 * at the exchange that its bots do not know of.
 */
export function areExplained(gaps: Gaps, known: Gaps, { own, others, units }: Rounded): boolean {
  const held = tolerancesOf(sumOfRoundings([own.heldRoundings, others.heldRoundings]), units);
  const reserved = tolerancesOf(sumOfRoundings([own.reservedRoundings, others.reservedRoundings]), units);
  return Object.entries(gaps).every(([currency, gap]) => {
    const before = known[currency] ?? noGap;
    return (
      isTolerated(subtract(gap.total, before.total), currency, held) &&
      isTolerated(subtract(gap.reserved, before.reserved), currency, reserved)
    );
  });
}

/** Whose money may have been rounded, and by how much at a time. */
export interface Rounded {
  readonly own: Holdings;
  readonly others: Holdings;
  readonly units: MoneyUnits;
}

function sumOf(all: readonly Balances[]): Balances {
  const sum: Record<Currency, Decimal> = {};
  for (const balances of all) for (const [currency, amount] of Object.entries(balances)) sum[currency] = add(sum[currency] ?? '0', amount);
  return sum;
}
