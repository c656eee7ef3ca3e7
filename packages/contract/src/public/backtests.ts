import { fillModes } from '@tenbin/backtest';
import * as z from 'zod/mini';
import { Backtest } from '../backtests/shapes.ts';
import { route } from '../route.ts';
import { AmountsText, CandleInterval, ExchangeChoice, listOf, Moment, NumberText, PairText } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

export const getBacktest = route({
  surface: 'public',
  method: 'GET',
  whileViewing: true,
  path: '/api/backtests',
  optionalKey: 'user',
  summary: 'What a bot with these balances and this width would have done on past candles, and what the result rests on.',
  query: z.object({
    /** At the start, for every currency of the pairs: JSON, or 'BTC:0.1,ETH:2,USDT:6000'. */
    balance: AmountsText,
    /** A fraction: 0.005 is a width of 1 %. */
    delta: NumberText,
    /** Maker fee as a fraction: 0.001 is 0.1 %. */
    tradingFee: NumberText,
    startDate: Moment,
    /** Not included; now, where it lies ahead. */
    endDate: Moment,
    /** All that the exchange offers between the currencies of the balance, unless given. */
    pairs: z.optional(listOf(PairText)),
    exchange: z.optional(ExchangeChoice),
    /** The finest that the exchange has nearly the whole period of, unless given. */
    interval: z.optional(CandleInterval),
    /** How candles fill orders: each as four trades, or at most one fill of a pair in a candle, a tick beyond the order. */
    mode: z._default(z.enum(fillModes), 'path'),
  }),
  reply: Backtest,
  errors: ['candlesBeingFetched', 'candlesNeedSignin', 'backtestTooLarge', ...exchangeErrors],
  fieldErrors: {
    balance: ['balanceNotPositive', 'unbalanced', 'valueTooSmall', 'amountTooSmall', 'amountTooLarge', 'tooManyDigits'],
    delta: ['orderWidthOutOfRange'],
    tradingFee: ['feeOutOfRange'],
    startDate: ['periodTooLong', 'noCandles'],
    endDate: ['periodInvalid'],
    pairs: [
      'pairNotAvailable',
      'crossNotPossible',
      'noPairs',
      'duplicatePair',
      'tooManyPairs',
      'pairsNotConnected',
      'invalidCurrencyPairName',
    ],
    exchange: ['exchangeNotFound'],
  },
});
