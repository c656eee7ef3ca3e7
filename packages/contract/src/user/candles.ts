import * as z from 'zod/mini';
import { route } from '../route.ts';
import { CandleInterval, ExchangeChoice, Id, IsoTime, Moment, PairText } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

export const CandleDay = z.object({
  /** UTC. */
  day: z.iso.date(),
  count: z.number(),
  /** Not over yet: more candles will come. Such a day is read from the exchange each time. */
  isOpen: z.boolean(),
  /** Base64 of the deflated block; `openCandleTexts` of the package backtest makes columns of all days at once. */
  block: z.string(),
});

export const CandleDays = z.object({
  exchange: z.object({ _id: Id, name: z.string() }),
  pair: PairText,
  interval: CandleInterval,
  intervalMs: z.number(),
  /** The first opening, and the end of the last candle that can be there. */
  from: IsoTime,
  to: IsoTime,
  days: z.array(CandleDay),
  /** How many candles of these days the exchange does not have. */
  missing: z.number(),
});

export const getCandles = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/candles',
  summary: 'Candles of a pair by whole UTC days, each day one compressed block of columns, as they are stored.',
  query: z.object({
    pair: PairText,
    interval: z._default(CandleInterval, '1m'),
    startDate: Moment,
    /** Not included; now, where it lies ahead. */
    endDate: Moment,
    exchange: z.optional(ExchangeChoice),
  }),
  reply: CandleDays,
  errors: ['candlesBeingFetched', ...exchangeErrors],
  fieldErrors: {
    exchange: ['exchangeNotFound'],
    pair: ['pairNotAvailable'],
    startDate: ['periodTooLong'],
    endDate: ['periodInvalid'],
  },
});

export type CandleDay = z.infer<typeof CandleDay>;
export type CandleDays = z.infer<typeof CandleDays>;
