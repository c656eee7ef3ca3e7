import * as z from 'zod/mini';
import { route } from '../route.ts';
import { DecimalText, ExchangeChoice, Id, IsoTime, Side, text } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

/** What is no pair's name is refused by the rule, with how it is written. */
const query = z.object({ exchangeName: ExchangeChoice, pair: text(41) });
const errors = ['exchangeNotFound', ...exchangeErrors] as const;
const fieldErrors = { pair: ['invalidCurrencyPairName'] } as const;

/** Price and amount, from the best price on. */
const Levels = z.array(z.tuple([z.number(), z.number()]));

export const MarketBook = z.object({ bids: Levels, asks: Levels, at: IsoTime });

export const getLastPrice = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/exchange-client/last-price',
  summary: 'The price of the last trade of a pair, as its exchange says it now.',
  query,
  reply: z.object({ price: DecimalText, at: IsoTime }),
  errors: [...errors, 'noPrices'],
  fieldErrors,
});

export const getMidPrice = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/exchange-client/mid-price',
  summary: 'The middle between the best bid and the best ask of a pair.',
  query,
  reply: z.object({ price: DecimalText, bid: DecimalText, ask: DecimalText, at: IsoTime }),
  errors: [...errors, 'noPrices'],
  fieldErrors,
});

export const getMarketBook = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/exchange-client/orderbook',
  summary: 'The book of a pair, the 50 best levels of each side at most.',
  query,
  reply: MarketBook,
  errors,
  fieldErrors,
});

export const BotOrder = z.object({
  botId: Id,
  organization: Id,
  side: Side,
  price: DecimalText,
  amount: DecimalText,
  filled: DecimalText,
  clientOrderId: z.string(),
  at: IsoTime,
});
export type BotOrder = z.infer<typeof BotOrder>;

export const listBotOrders = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/orders/bot-orders',
  summary:
    'The open orders on a pair of all bots, those on virtual accounts among them: of each side the 500 that are nearest to the other, best first. Each look is written down.',
  query,
  reply: z.array(BotOrder),
  errors: ['exchangeNotFound'],
  fieldErrors,
});
