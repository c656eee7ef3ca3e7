import type { CallCode } from '@tenbin/messages';

/** What any call that needs an exchange may be refused with. */
export const exchangeErrors = [
  'exchangeUnreachable',
  'badSymbol',
  'orderStatusUnreliable',
  'minimumsUnreported',
  'usdNotPriced',
  'exchangeNotTried',
] as const satisfies readonly CallCode[];

/** What a call that looks at a bot's account at its exchange may be refused with. */
export const accountErrors = [
  'exchangeNotFound',
  'pairNotAvailable',
  'invalidApiKey',
  'invalidSecret',
  'invalidPassphrase',
  'keyRefused',
  'withdrawalRight',
  'transferRight',
  'tradeRightMissing',
  'keyRightsUnknown',
  'apiKeyRemoved',
  ...exchangeErrors,
] as const satisfies readonly CallCode[];

/** What a start of a bot may be refused with. */
export const startErrors = [
  'botNotFound',
  'botRunning',
  'botStopping',
  'rebalanceUnderWay',
  'autoRebalanceNotOffered',
  'pairsNotEligible',
  'cannotSellFirst',
  'unbalanced',
  'valueTooSmall',
  'amountTooSmall',
  'priceOutOfRange',
  'balanceNotPositive',
  'amountTooLarge',
  'noUsdPrice',
  'paymentRequired',
  'tradingLimitReached',
  'exchangeNotInPlan',
  'notEnoughBtc',
  'affiliateMayNotTrade',
  'organizationSuspended',
  'organizationRunningFull',
  ...accountErrors,
] as const;
