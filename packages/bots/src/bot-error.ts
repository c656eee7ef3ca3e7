import type { Facts } from '@tenbin/market';
import type { CheckCode, CheckFacts, Refusal } from '@tenbin/strategy';

/** Why a bot stopped by itself, or could not be started. Shown to its user until dismissed. */
export const botErrorCodes = [
  'invalidApiKey',
  'invalidSecret',
  'invalidPassphrase',
  /** The key, its rights or the address it is allowed from; the exchange does not say which. */
  'keyRefused',
  /** The key may withdraw: a bot does not run with such a key. */
  'withdrawalRight',
  /** The same for moving money to another account. */
  'transferRight',
  /** Somebody else entered the same account of the exchange, with another key. */
  'exchangeAccountInUse',
  'amountTooSmall',
  'amountTooLarge',
  'priceOutOfRange',
  'valueTooSmall',
  'pairNotAvailable',
  /** A fill left nothing of a currency. */
  'balanceNotPositive',
  'insufficientFunds',
  /** The exchange's balances differ lastingly from what the trades explain. */
  'ledgerDifference',
  /** What its virtual account has is below zero, or nothing may leave it, or it is closed. */
  'ledgerOverdrawn',
  'ledgerFrozen',
  'ledgerClosed',
  /** The wallet could not be rebalanced. */
  'rebalanceFailed',
  /** No bot may run on this exchange any more: it does not tell what a bot must know. */
  'exchangeRefused',
  /** It could not be started by itself. */
  'launchFailed',
  /** A fault of ours; nothing that the user could mend. */
  'internal',
] as const;
export type BotErrorCode = (typeof botErrorCodes)[number];

/** Who may ask that a bot no longer runs. */
export const stopAskers = ['user', 'staff', 'plan'] as const;

/** Why a bot is not wanted to run: who asked for that; or the fault for which it stopped by itself. */
export const stopCauses = [...stopAskers, ...botErrorCodes] as const;
export type StopCause = (typeof stopCauses)[number];

/**
 * What goes with each; null: nothing. Where a start or a rebalance failed, `check` is the code behind it, and its facts
 * stand beside it.
 */
export interface BotErrorFacts
  extends Pick<
    CheckFacts,
    'amountTooSmall' | 'amountTooLarge' | 'priceOutOfRange' | 'valueTooSmall' | 'pairNotAvailable' | 'balanceNotPositive'
  > {
  invalidApiKey: null;
  invalidSecret: null;
  invalidPassphrase: null;
  keyRefused: null;
  withdrawalRight: null;
  transferRight: null;
  exchangeAccountInUse: null;
  insufficientFunds: null;
  /** By currency: how much more, or less, the exchange has of it. */
  ledgerDifference: { readonly [currency: string]: string };
  ledgerOverdrawn: null;
  ledgerFrozen: null;
  ledgerClosed: null;
  rebalanceFailed: { readonly check: string };
  /** `check`: what the exchange does not tell. */
  exchangeRefused: { readonly exchange: string; readonly check: string };
  launchFailed: { readonly check: string };
  /** Under which it is logged. */
  internal: { readonly reference: string };
}

/** What a bot waits for, or why a rebalance ended, where neither a check nor the exchange says it. */
export const ownReasons = ['noPrices', 'cancelledAtOnce', 'rebalanceIncomplete', 'ordersWouldCross', 'ledgerTooSmall'] as const;
export type OwnReason = (typeof ownReasons)[number];

/** Why something is so: a stable code, and what makes it understandable. */
export interface Reason {
  readonly code: string;
  readonly facts: Facts;
}

type FaultFacts<Code extends BotErrorCode> = BotErrorFacts[Code] extends null ? Facts : Facts & BotErrorFacts[Code];

/** Why a bot was not started, or was stopped without having been asked to. */
export type BotFault = {
  readonly [Code in BotErrorCode]: { readonly code: Code; readonly facts: FaultFacts<Code> };
}[BotErrorCode];

/** The same as a message to its user. */
export type BotError = BotFault & { readonly at: Date };

/** What a set-up or a stopped bot is warned of before it is started. */
export const botWarnings = ['UNBALANCED', 'MIN_VALUE', 'OUT_OF_CONFIGURE_PRICE_RANGE'] as const;
export type BotWarning = (typeof botWarnings)[number];

/** The warning that belongs to a check's refusal; null where it is no matter of balances and prices. */
export function warningOf(code: CheckCode): BotWarning | null {
  switch (code) {
    case 'unbalanced':
      return 'UNBALANCED';
    case 'valueTooSmall':
    case 'amountTooSmall':
      return 'MIN_VALUE';
    case 'priceOutOfRange':
      return 'OUT_OF_CONFIGURE_PRICE_RANGE';
    default:
      return null;
  }
}

/** Why a bot stops, or does not start, when a check refuses. */
export function faultOfCheck({ ok: _, ...refusal }: Refusal): BotFault {
  switch (refusal.code) {
    case 'valueTooSmall':
    case 'amountTooSmall':
    case 'amountTooLarge':
    case 'priceOutOfRange':
    case 'pairNotAvailable':
    case 'balanceNotPositive':
      return refusal;
    default:
      return { code: 'launchFailed', facts: { ...refusal.facts, check: refusal.code } };
  }
}
