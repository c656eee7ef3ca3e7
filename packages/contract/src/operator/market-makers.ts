import { marketMakerKinds, quietReasons } from '@tenbin/strategy';
import * as z from 'zod/mini';
import { standingFields } from '../bots/administered-bot.ts';
import { BotMessage } from '../bots/shapes.ts';
import { route } from '../route.ts';
import { BotState, DecimalText, ExchangeChoice, Id, IsoTime, PairText, Side, UnsignedDecimalText } from '../shapes.ts';
import { AccountName, changeErrors, notFound, VirtualAccount } from './virtual-accounts.ts';

const named = { exchangeName: ExchangeChoice, name: AccountName };
/** Of one kind there is one for each pair of a virtual account. */
const ofPair = { ...named, pair: PairText };

/** What each may be, the rules say: `docs/concepts/market-making.md`. Percent, base, and milliseconds. */
const limitFields = {
  minimumSpread: z.exactOptional(z.number()),
  refreshTolerance: z.exactOptional(z.number()),
  maxOrderAgeMs: z.exactOptional(z.number()),
  priceCeiling: z.exactOptional(UnsignedDecimalText),
  priceFloor: z.exactOptional(UnsignedDecimalText),
  filledOrderDelayMs: z.exactOptional(z.number()),
};
const spreadFields = { spread: z.number(), amount: UnsignedDecimalText, intervalMs: z.number() };
const calculateOrderFields = {
  inventoryTargetBasePct: z.number(),
  orderLevels: z.number(),
  bidSpread: z.number(),
  askSpread: z.number(),
  orderLevelSpread: z.number(),
  orderAmount: UnsignedDecimalText,
  orderLevelAmount: DecimalText,
  midPriceThreshold: z.number(),
  intervalMs: z.number(),
};
const rangeField = { inventoryRangeMultiplier: z.exactOptional(z.number()) };

const SpreadTerms = z.object({ kind: z.literal('spread'), ...spreadFields, ...limitFields });
const CalculateOrderTerms = z.object({ kind: z.literal('calculateOrder'), ...calculateOrderFields, ...rangeField, ...limitFields });

const startErrors = [
  ...changeErrors,
  'ledgerFrozen',
  'ledgerOverdrawn',
  'ledgerClosed',
  'botStopping',
  'pairNotAvailable',
  'invalidCurrencyPairName',
  'parameterOutOfRange',
  'levelsTooWide',
  'lastLevelEmpty',
  'minimumSpreadTooWide',
  'priceFloorNotBelowCeiling',
] as const;

export const startSpreadBot = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/start-spread-order-bot',
  summary: 'Starts a bot that quotes one bid and one ask; one that is there has new settings from now on, also while it runs.',
  body: z.object({ ...ofPair, ...spreadFields, ...limitFields }),
  reply: VirtualAccount,
  errors: startErrors,
});

export const stopSpreadBot = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/bots/stop-spread-order-bot',
  summary: 'Stops a bot that quotes one bid and one ask.',
  body: z.object(ofPair),
  reply: VirtualAccount,
  errors: [...changeErrors, 'botNotFound'],
});

export const startCalculateOrderBot = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/start-calculate-order-bot',
  summary: 'Starts a bot that quotes several levels and leans against its inventory; one that is there has new settings from now on.',
  body: z.object({ ...ofPair, ...calculateOrderFields, ...rangeField, ...limitFields }),
  reply: VirtualAccount,
  errors: startErrors,
});

export const stopCalculateOrderBot = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/stop-calculate-order-bot',
  summary: 'Stops a bot that quotes several levels.',
  body: z.object(ofPair),
  reply: VirtualAccount,
  errors: [...changeErrors, 'botNotFound'],
});

const marketMakerFields = {
  _id: Id,
  exchangeName: z.string(),
  /** The virtual account. */
  name: z.string(),
  pair: z.string(),
  settings: z.discriminatedUnion('kind', [SpreadTerms, CalculateOrderTerms]),
  state: BotState,
  isRunning: z.boolean(),
  ...standingFields,
  /** Of why it stopped, or was not started, the latest last: with what helps. */
  errorMessages: z.array(BotMessage),
  lastFillAt: z.nullable(IsoTime),
  executionCount: z.number(),
  openOrderCount: z.number(),
};

export const MarketMaker = z.object(marketMakerFields);
export type MarketMaker = z.infer<typeof MarketMaker>;

const Level = z.tuple([z.number(), z.number()]);
/** Why a side is not quoted. */
const Quiet = z.nullable(
  z.enum([
    'notRunning',
    'accountFrozen',
    'accountOverdrawn',
    'noBook',
    'pairNotAvailable',
    ...quietReasons,
    /** It would trade with another order of the same exchange account. */
    'ordersWouldCross',
    'ledgerTooSmall',
    /** Its last orders were refused, or ended at once: it is tried again. */
    'slotPaused',
    /** The exchange takes no more orders of its account at present, or asked for a pause. */
    'rateLimited',
    'waiting',
  ]),
);

export const MarketMakerNow = z.object({
  ...marketMakerFields,
  orders: z.array(
    z.object({
      _id: z.string(),
      side: Side,
      level: z.number(),
      price: DecimalText,
      amount: DecimalText,
      filled: DecimalText,
      createdAt: IsoTime,
    }),
  ),
  /** As the exchange has it now, from the best price on, ours included; null where it does not say. */
  book: z.nullable(z.object({ bids: z.array(Level), asks: z.array(Level), at: IsoTime })),
  /** The middle of what others quote; null where there is none. */
  mid: z.nullable(z.number()),
  quiet: z.object({ buy: Quiet, sell: Quiet }),
  /** Its quotes are refreshed more rarely than set, so that the orders that the exchange takes of its account last. */
  isPaced: z.boolean(),
  /** Of its virtual account, with what orders hold; and what part of the worth is base, percent. */
  inventory: z.object({ base: DecimalText, counter: DecimalText, basePct: z.nullable(z.number()), targetPct: z.nullable(z.number()) }),
  /** USD; null before its first run, and while a price is not known. To the last digit spread + inventory − fees + rounding is the result. */
  profit: z.nullable(
    z.object({
      since: IsoTime,
      until: z.nullable(IsoTime),
      result: DecimalText,
      spread: DecimalText,
      inventory: DecimalText,
      fees: DecimalText,
      rounding: DecimalText,
    }),
  ),
});
export type MarketMakerNow = z.infer<typeof MarketMakerNow>;

export const listMarketMakers = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/market-makers',
  summary: 'The bots of a virtual account that make markets.',
  query: z.object(named),
  reply: z.array(MarketMaker),
  errors: notFound,
});

export const getMarketMaker = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/market-maker',
  summary: 'A bot that makes a market: its quotes beside the book, its inventory, what it earned, and why a side is not quoted.',
  query: z.object({ ...ofPair, kind: z.enum(marketMakerKinds) }),
  reply: MarketMakerNow,
  errors: [...notFound, 'botNotFound'],
});
