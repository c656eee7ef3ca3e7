/** Why a bot waits, stops or cannot start, and why an exchange or a check refuses. A call may answer with these as well. */
export const causes = {
  notThreeCurrencies: {
    text: 'The pairs must cover exactly 3 currencies and connect them.',
    advice: 'Choose pairs of three currencies.',
  },
  duplicatePair: { text: '{pair} is chosen twice.', advice: 'Choose each pair once.' },
  pairNotAvailable: { text: '{pair} cannot be traded on this exchange.', advice: 'Choose other currencies.' },
  orderWidthOutOfRange: { text: 'The order width must be greater than 0 and at most {widest}.', advice: 'Choose another order width.' },
  balanceNotPositive: {
    text: 'There is no balance of {currency}.',
    advice: 'A bot needs a balance of each of its currencies: buy or deposit what is missing, or rebalance.',
  },
  unbalanced: {
    text: '{currency} is worth {worthUsd} USD, {offPercent}% off its even share of {evenUsd} USD (allowed: {tolerance}%).',
    advice: 'Rebalance first, or bring the balances closer together.',
  },
  noUsdPrice: {
    text: 'The value of {currencies} in USD is not known on this exchange.',
    advice: 'Choose other currencies, or try again later.',
  },
  valueTooSmall: {
    text: 'An order on {pair} would be worth {value} {unit}; the minimum is {minimum} {unit}.',
    advice: 'Choose a wider order width or add to the balances.',
  },
  amountTooSmall: {
    text: 'An order on {pair} would be {value} {unit}; the minimum is {minimum} {unit}.',
    advice: 'Choose a wider order width or add to the balances.',
  },
  amountTooLarge: {
    text: 'An order on {pair} would be {value} {unit}; the maximum is {maximum} {unit}.',
    advice: 'Choose a narrower order width.',
  },
  priceOutOfRange: {
    text: 'An order price on {pair} is outside the range that the exchange allows.',
    advice: 'Choose a narrower order width, or bring the balances closer together.',
  },
  pairsNotEligible: {
    text: 'These currency pairs are not eligible for auto-rebalance: the exchange has no pairs that join {currencies}.',
    advice: 'Choose other currencies.',
  },
  cannotSellFirst: { text: '{currency} cannot be sold first.', advice: 'Buy {other}.' },

  invalidApiKey: { text: 'The exchange rejected the API key.', advice: 'Check the API key and enter it again.' },
  invalidSecret: { text: 'The exchange rejected the API secret.', advice: 'Check the API secret and enter it again.' },
  invalidPassphrase: { text: 'The exchange rejected the passphrase.', advice: 'Check the passphrase and enter it again.' },
  keyRefused: {
    text: 'The exchange refused the API key.',
    advice: 'Check the key, its permissions and IP allowlist.',
  },
  withdrawalRight: {
    text: 'The API key has withdrawal permission.',
    advice: 'Create a key without this permission and enter it.',
  },
  transferRight: {
    text: 'The API key has transfer permission.',
    advice: 'Create a key without this permission and enter it.',
  },
  tradeRightMissing: { text: 'The API key has no permission to trade.', advice: 'Create a key with this permission and enter it.' },
  keyRightsUnknown: { text: 'The permissions of the API key could not be checked.', advice: 'Try again later.' },
  exchangeAccountInUse: {
    text: 'This exchange account is already in use here with another API key.',
    advice: 'Use a separate account for each, such as a sub-account: two keys of one account would trade with the same balances.',
  },
  insufficientFunds: {
    text: 'The balance at the exchange is not sufficient.',
    advice: 'Check the balances and other open orders at the exchange.',
  },
  ledgerDifference: {
    text: "The exchange's balances differ from the bot's ledger.",
    advice: 'Check for deposits, withdrawals or manual trades before you start the bot again.',
  },
  rebalanceFailed: { text: 'The auto-rebalance failed.', advice: "Check the bot's page and try again." },
  rebalanceIncomplete: {
    text: 'Within 5% of the current price, only part of the orders could be filled.',
    advice: 'Try again when there is more trading on these pairs.',
  },
  exchangeRefused: {
    text: 'Bots can no longer run on {exchange}.',
    advice: 'Check there whether orders are still open, and choose another exchange.',
  },
  launchFailed: { text: 'The start conditions are not met.', advice: 'Check the settings and balances, then start the bot again.' },
  internal: {
    text: 'An internal error occurred. It has been recorded as {reference}.',
    advice: 'Try again. If it happens again, contact support and quote this number.',
  },
  ordersMayBeOpen: { text: 'Orders may still be open at the exchange.', advice: "Check them on the exchange's own site." },

  noPrices: { text: 'Current prices are not available.', advice: 'The bot goes on when they are back.' },
  cancelledAtOnce: {
    text: 'The exchange cancelled the order right after accepting it.',
    advice: "Check the account's restrictions at the exchange.",
  },

  amountOutOfRange: {
    text: 'The amount of the order is outside the range that the exchange allows.',
    advice: 'Choose another order width or change the balances.',
  },
  notionalTooSmall: {
    text: "The order is worth less than the exchange's minimum.",
    advice: 'Choose a wider order width or add to the balances.',
  },
  wouldTakeImmediately: { text: 'The order would have been filled immediately.', advice: 'It is placed again next to the market.' },
  duplicateClientOrderId: { text: 'The order number was used before.', advice: 'The exchange is asked about that order.' },
  orderNotFound: { text: 'The exchange cannot find the order.', advice: 'Check your orders at the exchange.' },
  tooManyOrders: { text: 'The account has too many open orders.', advice: 'Cancel orders that you do not need at the exchange.' },
  marketClosed: { text: 'The market is closed.', advice: 'Trading resumes when the exchange opens it again.' },
  badSymbol: { text: 'The exchange does not know the currency pair.', advice: 'Choose other currencies.' },
  clockSkew: { text: "The exchange's clock and ours differ.", advice: 'It is tried again shortly.' },
  rateLimited: { text: 'Too many calls to the exchange.', advice: 'It is tried again after a pause.' },
  maintenance: { text: 'The exchange is under maintenance.', advice: "Check the exchange's announcements." },
  unreachable: { text: 'The exchange does not respond.', advice: 'Try again later.' },
  deadlinePassed: { text: 'The request to the exchange timed out.', advice: 'Try again later.' },
  unreadable: { text: 'The exchange sent an unreadable response.', advice: 'Try again later.' },
  notSupported: { text: 'The exchange does not support this.', advice: 'Choose another exchange.' },
  orderStatusUnreliable: {
    text: 'Bots cannot run on this exchange: it does not report reliably what became of an order.',
    advice: 'Choose another exchange.',
  },
  minimumsUnreported: {
    text: 'Bots cannot run on this exchange: it does not report its minimum order sizes.',
    advice: 'Choose another exchange.',
  },
  usdNotPriced: {
    text: 'Bots cannot run on this exchange: none of its pairs gives the value of a currency in USD.',
    advice: 'Choose another exchange.',
  },
  exchangeWithdrawn: {
    text: 'This exchange is no longer offered.',
    advice: 'Choose another exchange.',
  },
  exchangeNotTried: {
    text: 'Bots cannot run on this exchange yet: it has not been tested with this service.',
    advice: 'Choose another exchange.',
  },
  other: { text: 'The exchange refused for another reason.', advice: 'Check your account and its announcements at the exchange.' },
  ledgerOverdrawn: {
    text: 'The virtual account is below zero.',
    advice: 'Give it what it lacks; until then nothing may leave it.',
  },
  ledgerFrozen: { text: 'The virtual account is frozen.', advice: 'Lift the freeze first.' },
  ledgerClosed: { text: 'The virtual account is closed.', advice: 'Use another one.' },
  ordersPaced: {
    text: 'Quotes are refreshed less often than set, so that the account does not use up the orders that the exchange allows it.',
    advice: 'Use fewer levels, a longer interval, a larger mid price threshold, or fewer bots on the account.',
  },
  ordersWouldCross: {
    text: 'The order would trade with another order of the same exchange account, and is held back.',
    advice: 'Cancel the other order, or choose another price.',
  },
  ledgerTooSmall: {
    text: 'What is free in the virtual account is not enough for the order.',
    advice: 'Give it more, or end other orders.',
  },
} as const;
