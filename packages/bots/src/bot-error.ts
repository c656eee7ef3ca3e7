import type { CheckCode } from '@tenbin/strategy';

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
  'insufficientFunds',
  /** The exchange's balances differ lastingly from what the trades explain. */
  'ledgerDifference',
  /** The wallet could not be made even. */
  'rebalanceFailed',
  /** No bot may run on this exchange any more: it does not tell what a bot must know. */
  'exchangeRefused',
  /** It could not be started by itself. */
  'launchFailed',
  /** A fault of ours; nothing that the user could mend. */
  'internal',
] as const;
export type BotErrorCode = (typeof botErrorCodes)[number];

export interface BotError {
  readonly code: BotErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

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

/** Why a running bot stops when a check refuses. */
export function stopCauseOf(code: CheckCode): BotErrorCode {
  switch (code) {
    case 'valueTooSmall':
    case 'amountTooSmall':
    case 'amountTooLarge':
    case 'priceOutOfRange':
    case 'pairNotAvailable':
      return code;
    case 'balanceNotPositive':
      return 'amountTooSmall';
    default:
      return 'launchFailed';
  }
}
