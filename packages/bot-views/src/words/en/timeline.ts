import type { TimelineEntry } from '@tenbin/contract';

/** Decisions of a bot in plain words: a sentence for each kind of its timeline, and others that some kinds choose among. */
export const timeline = {
  startRequested: 'Start requested.',
  started: 'Started on {{pairs}} with an order width of {{width}}%.',
  startedQuoting:
    'Started on {{pairs}}. Levels on each side: {{orderLevels}}, from {{bidSpread}}% below and {{askSpread}}% above the middle of the book.',
  resumed:
    'Resumed. Orders found open: {{openOrders}}, of these adopted: {{adopted}}. Meanwhile filled: {{filled}}, cancelled: {{cancelled}}, trades booked: {{fillsMissed}}. Still being asked for: {{unknown}}.',
  resumedUnchanged: 'Resumed: {{openOrders}} orders open, nothing happened meanwhile.',
  recovered: 'The database was restored. Taken in from the exchange: orders {{orders}}, trades {{trades}} since {{since}}.',
  startRefused: 'The bot could not be started. {{code}}',
  rebalanceRequested: 'Rebalance requested.',
  rebalancePlanned: 'Rebalance planned. Orders: {{orders}}.',
  rebalanced: 'The balances are even.',
  rebalanceFailed: 'The rebalance failed. {{code}}',
  placed: 'Placed a {{side}} on {{pair}}: {{amount}} {{base}} at {{price}}',
  cancelled: 'Cancelled the {{side}} on {{pair}} at {{price}}. {{because}}',
  cancelledRepriced: 'It is placed again at a new price.',
  cancelledStopping: 'The bot is stopping.',
  cancelledDuplicate: 'It was there twice.',
  cancelledElsewhere: 'It was cancelled at the exchange.',
  filled: 'Filled the {{side}} on {{pair}}: {{amount}} {{base}} at {{price}}, {{bps}} bp',
  filledRebalance: 'Rebalancing: filled the {{side}} on {{pair}}: {{amount}} {{base}} at {{price}}',
  filledPart: 'Filled a part of the {{side}} on {{pair}}: {{amount}} {{base}} at {{price}}, {{bps}} bp',
  inferred:
    'The trades of the {{side}} on {{pair}} did not come. {{amount}} {{base}} of it was booked as reckoned from the order’s totals.',
  tradeCovered:
    'A trade of the {{side}} on {{pair}} came late: {{amount}} {{base}} at {{price}}. It is in the bot’s ledger already, by the order’s totals.',
  refused: 'The exchange refused the {{side}} on {{pair}}. {{reason}}',
  slotPaused: 'The {{side}} on {{pair}} is paused until {{until}}, after {{times}} failed orders in a row. {{reason}}',
  adopted: 'Found at the exchange: the {{side}} on {{pair}}, {{amount}} {{base}} at {{price}}. It is the bot’s own.',
  severalMatch:
    'More than one order at the exchange could be the {{side}} on {{pair}} ({{amount}} {{base}} at {{price}}). The bot does not guess. Cancel those that you do not need at the exchange.',
  notTheOrder:
    'Under the id of the {{side}} on {{pair}} the exchange shows another order. It is not taken for the bot’s; what became of its own is being asked for.',
  neverPlaced: 'The {{side}} on {{pair}} never reached the exchange. It is placed again.',
  insideWidth: 'Waiting: the price is {{distance}}% from the nearest order ({{pair}} {{current}}, order {{price}}).',
  waitingForUnknown: 'Waiting: the exchange is being asked whether the {{side}} on {{pair}} arrived.',
  waitingForTrades: 'Waiting: the trades of the {{side}} on {{pair}} are being read.',
  waitingForFunds: 'Waiting: another order holds the {{currency}} that the {{side}} on {{pair}} needs.',
  waitingForCancel: 'Waiting: the exchange has not confirmed yet that the {{side}} on {{pair}} is cancelled.',
  waitingForConfirmation: 'Waiting: the exchange is being asked to confirm that no order of this bot is open.',
  waitingForSibling: 'Waiting: another bot with the same API key is trading. The start goes on when its orders are settled.',
  waitingForTurn:
    'Waiting: many connections to the exchange are being opened one after another; the turn of this one is expected at {{until}}. Its orders stay as they are.',
  underMinimum: 'An order would be worth {{value}} {{unit}}, less than the minimum of {{minimum}} {{unit}}. {{pair}}',
  priceOutOfRange: 'The {{side}} on {{pair}} at {{price}} lies outside the configurable range.',
  levelLeftOut: 'Level {{number}} of the {{side}}s on {{pair}} is left out for now. {{code}}',
  levelBack: 'Level {{number}} of the {{side}}s on {{pair}} is quoted again.',
  marketHalted: 'Waiting: {{pair}} is halted at the exchange. The other pairs go on.',
  endedWithPair:
    '{{pair}} has left the exchange, and with it the {{side}} at {{price}} ({{amount}} {{base}}). Filled as last told: {{filled}}, booked: {{booked}}. Whatever is missing shows in the balances.',
  checkFailing: 'At these prices the bot would have to stop. {{code}} It stops if that lasts. Prices: {{prices}}',
  checkLasted: 'That lasted for {{seconds}} s, at each of {{times}} checks. {{code}} Prices: {{prices}}',
  atPriceLine:
    'The {{side}} on {{pair}} is placed at {{price}}, 5% from the current price, instead of {{wanted}}: further away it would only be worse.',
  worsePrice: 'Held the {{side}} on {{pair}} back: {{worse}}% worse than the current price (at most 5%).',
  rateLimited: 'The exchange asks for a pause of {{seconds}} s, until {{until}}. Nothing is sent before that.',
  keyPaused: '{{reason}} Nothing is sent until {{until}}. If it is refused for minutes, the bot stops.',
  exchangeUnreachable: 'The exchange cannot be reached. {{reason}} Trying again.',
  keyRightsUnknown: 'The permissions of the API key are checked again in a while. {{reason}}',
  reconnected: 'The exchange answers again after {{seconds}} s. Fills meanwhile: {{fillsMissed}}.',
  deposit: 'Found a deposit: {{amount}} {{currency}}. It is not counted as profit.',
  withdrawal: 'Found a withdrawal: {{amount}} {{currency}}. It is not counted as a loss.',
  rounding:
    'Rounding at the exchange left {{amount}} {{currency}} over, {{total}} {{currency}} in all so far. It is not counted as profit or loss.',
  othersFees: 'Other bots on this API key paid {{amount}} {{currency}} of fees with this balance. It is not counted as a loss of this bot.',
  ledgerDifference: 'The balance of {{currency}} differs: {{written}} in the bot’s ledger, {{found}} at the exchange.',
  externalOrder: 'There is an order on {{pair}} that is not of this bot. It is left alone.',
  stopRequested: 'Stop requested. {{reason}}',
  stopForced: 'The stop was forced: everything is cancelled once more.',
  stoppedUnconfirmed:
    'Stopped without the confirmation of the exchange. Orders cancelled: {{cancelled}}; fills meanwhile: {{filledMeanwhile}}; not confirmed: {{unconfirmed}}. {{reason}}',
  stopped: 'Stopped. Orders cancelled: {{cancelled}}; fills meanwhile: {{filledMeanwhile}}. {{reason}}',
  failed: 'The bot stopped because of an internal error, recorded as {{reference}}.',
  other: 'An entry that this version cannot show.',
  buy: 'buy',
  sell: 'sell',
  sideAtLevel: '{{side}} (level {{number}})',
} as const satisfies Readonly<Record<TimelineEntry['kind'], string>> & Readonly<Record<string, string>>;
