import * as z from 'zod/mini';
import { SuggestedBalance } from '../exchanges/shapes.ts';
import { Rebalance, RebalanceOrder, Turnover } from '../rebalances/shapes.ts';
import { route } from '../route.ts';
import { Amounts, ById, Id, PairText } from '../shapes.ts';
import { accountErrors, exchangeErrors } from '../shared-errors.ts';

const planErrors = [
  'autoRebalanceNotOffered',
  'pairsNotEligible',
  'cannotSellFirst',
  'balanceNotPositive',
  'noUsdPrice',
  'amountTooLarge',
  ...exchangeErrors,
] as const;
const planFieldErrors = {
  pairs: ['notThreeCurrencies', 'duplicatePair', 'invalidCurrencyPairName', 'pairNotAvailable'],
  delta: ['orderWidthOutOfRange', 'orderWidthTooSmall'],
  messageOfMinValue: ['valueTooSmall', 'amountTooSmall'],
  messageOfOutOfConfigurePrice: ['priceOutOfRange'],
} as const;

export const validateAutoRebalanceConfig = route({
  surface: 'user',
  method: 'POST',
  path: '/api/bots/validate-auto-rebalance-config',
  audited: false,
  summary:
    'Whether these balances can be rebalanced on the exchange: the orders and what they lead to, or why not and what to buy instead.',
  body: z.object({
    config: z.object({
      exchangeId: Id,
      pairs: z.array(PairText).check(z.minLength(1), z.maxLength(10)),
      /** What the wallet holds of each currency. */
      balance: Amounts,
      /** A fraction: 0.005 is a width of 1 %. Where it is given, the rebalanced balances must be enough for it. */
      delta: z.optional(z.number()),
    }),
  }),
  reply: z.object({
    success: z.boolean(),
    orders: z.array(RebalanceOrder),
    suggestedBalance: z.array(SuggestedBalance),
    turnover: z.array(Turnover),
  }),
  errors: planErrors,
  fieldErrors: { ...planFieldErrors, exchangeId: ['exchangeNotFound'] },
});

export const autoRebalanceByBot = route({
  surface: 'user',
  method: 'POST',
  path: '/api/bots/{id}/auto-rebalance-by-bot',
  summary: 'Asks for the wallet of a stopped bot to be rebalanced. With `autoActivation` the bot starts afterwards. The end is mailed.',
  params: ById,
  body: z.object({ autoActivation: z.optional(z.boolean()) }),
  reply: Rebalance,
  status: 201,
  errors: [
    'botNotFound',
    'botRunning',
    'botStopping',
    'rebalanceUnderWay',
    'paymentRequired',
    'tradingLimitReached',
    'exchangeNotInPlan',
    ...accountErrors,
    ...planErrors,
    'affiliateMayNotTrade',
    'organizationSuspended',
    'organizationRunningFull',
    'notEnoughBtc',
    ...Object.values(planFieldErrors).flat(),
  ],
});

export const listRebalancesOfExchange = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/exchanges/{id}/auto-rebalance',
  summary: "The caller's latest rebalances on one exchange, newest first, at most 20.",
  params: ById,
  reply: z.array(Rebalance),
  errors: ['exchangeNotFound'],
});
