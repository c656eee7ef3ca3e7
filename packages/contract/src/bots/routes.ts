import * as z from 'zod/mini';
import { accountFaults, exchangeFaults } from '../faults.ts';
import { route } from '../route.ts';
import { AmountsText, ById, CurrencyText, credentialFields, Flag, Id, listOf, PairText, Success, skipFields, text } from '../shapes.ts';
import { Bot, BotReply } from './shapes.ts';

const botFields = {
  name: text(100, { least: 1 }),
  exchangeId: Id,
  apiKey: credentialFields.key,
  secret: credentialFields.secret,
  passPhrase: credentialFields.passPhrase,
};

const settingFields = {
  pairs: z.optional(z.array(text(60)).check(z.minLength(1), z.maxLength(10))),
  botCourseId: z.optional(Id),
  /** A fraction: 0.005 is a width of 1 %. One of delta and expectedRateOfReturn. */
  delta: z.optional(z.number()),
  /** Percent per trade. */
  expectedRateOfReturn: z.optional(z.number()),
  autoRebalance: z.optional(z.boolean()),
  autoActivation: z.optional(z.boolean()),
  /** Orders only rest and never pay a taker's fee, where the exchange can see to that. True for a new bot unless given. */
  postOnly: z.optional(z.boolean()),
};

const settingFaults = [
  'invalidBotName',
  'botNameTooLong',
  'courseNotFound',
  'invalidCurrencyPairName',
  'duplicatePair',
  'notThreeCurrencies',
  'cotRequired',
  'autoRebalanceNotOffered',
  'pairsNotEligible',
  'cannotSellFirst',
  'orderWidthOutOfRange',
  'orderWidthTooSmall',
  'balanceNotPositive',
  'noUsdPrice',
  'minimumValue',
  'amountTooLarge',
  'priceOutOfRange',
  'passphraseRequired',
  'apiKeyInUse',
  'exchangeAccountInUse',
  ...accountFaults,
] as const;

export const createBot = route({
  surface: 'user',
  method: 'POST',
  path: '/api/bots',
  summary: 'Sets a bot up. The key is checked at the exchange first.',
  body: z.object({ ...botFields, ...settingFields }),
  reply: BotReply,
  status: 201,
  sensitive: true,
  faults: ['tooManyBots', ...settingFaults],
});

export const listBots = route({
  surface: 'user',
  method: 'GET',
  path: '/api/bots',
  summary: "The caller's bots. With the right password the whole API keys are shown, otherwise their last four characters.",
  query: z.object({ password: z.optional(text(200)) }),
  reply: z.array(Bot),
  sensitive: true,
  secretQuery: ['password'],
  faults: ['wrongPassword'],
});

export const showApiKeys = route({
  surface: 'user',
  method: 'POST',
  path: '/api/bots/keys',
  summary: "The caller's bots with their whole API keys.",
  body: z.object({ password: text(200, { least: 1 }) }),
  reply: z.array(Bot),
  sensitive: true,
  faults: ['wrongPassword'],
});

export const updateBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}',
  summary: 'Changes a stopped bot. Changing the key or the secret asks for the password.',
  params: ById,
  body: z.object({
    name: z.optional(botFields.name),
    exchangeId: z.optional(Id),
    apiKey: z.optional(botFields.apiKey),
    secret: z.optional(botFields.secret),
    passPhrase: botFields.passPhrase,
    ...settingFields,
    password: z.optional(text(200)),
  }),
  reply: BotReply,
  sensitive: true,
  faults: ['botNotFound', 'botRunning', 'botStopping', 'rebalanceUnderWay', 'passwordRequired', 'wrongPassword', ...settingFaults],
});

export const deleteBot = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/bots/{id}',
  summary: 'Deletes a stopped bot. Its records stay in the totals of the month.',
  params: ById,
  reply: Success,
  faults: ['botNotFound', 'botRunning', 'botStopping', 'rebalanceUnderWay'],
});

export const deleteBotErrorMessage = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/bots/{id}/errorMessage/{index}',
  summary: "Removes one of the bot's error messages, counted from 0.",
  params: z.object({ id: Id, index: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1000)) }),
  reply: Success,
  faults: ['botNotFound', 'errorMessageNotFound'],
});

const startFaults = [
  'botNotFound',
  'botRunning',
  'botStopping',
  'rebalanceUnderWay',
  'autoRebalanceNotOffered',
  'pairsNotEligible',
  'cannotSellFirst',
  'unbalanced',
  'minimumValue',
  'priceOutOfRange',
  'balanceNotPositive',
  'amountTooLarge',
  'noUsdPrice',
  'paymentRequired',
  ...accountFaults,
] as const;

export const startBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}/start',
  summary:
    'Asks the bot to run. The checks are made first; what refuses says why. A bot with automatic rebalancing whose wallet is not even is rebalanced first.',
  params: ById,
  reply: Success,
  faults: startFaults,
});

export const startBotAsAdministrator = route({
  surface: 'organization',
  method: 'PUT',
  path: '/admin/bots/{id}/start',
  summary: 'Asks a bot of the organization to run, with the same checks as for its user, who must not be suspended.',
  params: ById,
  reply: Success,
  faults: [...startFaults, 'userBanned'],
});

export const listBotsOfOrganization = route({
  surface: 'organization',
  method: 'GET',
  path: '/admin/bots',
  summary: 'The bots of the organization, newest first.',
  query: z.object(skipFields(100)),
  reply: z.array(Bot),
});

export const stopBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}/stop',
  summary: 'Asks the bot to stop. It is stopped when the exchange confirms that none of its orders is open; then `stopReceipt` is there.',
  params: ById,
  reply: Success,
  faults: ['botNotFound'],
});

export const forceStopBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}/stop/force',
  summary:
    'Ends a stop that lasts without the confirmation of the exchange. What can be cancelled is cancelled first; `stopReceipt` names the orders of which nobody knows that they are over.',
  params: ById,
  reply: Success,
  faults: ['botNotFound', 'botNotStopping', 'stopTooYoung'],
});

export const checkBalance = route({
  surface: 'user',
  method: 'GET',
  path: '/api/bots/{id}/balance-check',
  summary: "Whether the wallet is even enough to start, and each currency's share.",
  params: ById,
  reply: z.object({
    balanced: z.boolean(),
    /** Percent that a currency may differ from its even share. */
    tolerance: z.number(),
    warnings: z.array(z.enum(['UNBALANCED', 'MIN_VALUE', 'OUT_OF_CONFIGURE_PRICE_RANGE'])),
    currencies: z.array(z.object({ currency: z.string(), balance: z.string(), usd: z.number(), share: z.number(), evenShare: z.number() })),
  }),
  faults: ['botNotFound', ...accountFaults],
});

export const getMinimumOrderWidth = route({
  surface: 'user',
  method: 'GET',
  path: '/api/bots/{exchangeId}/minimum-order-width',
  summary: 'The widths that these balances allow, in percent, with a margin of 0.1 on the safe side.',
  params: z.object({ exchangeId: Id }),
  query: z.object({
    currencies: z.optional(listOf(CurrencyText)),
    pairs: listOf(PairText),
    balance: AmountsText,
    /** The range for the balances that rebalancing leads to: the given ones, or where there are none the planned ones. */
    isAutoRebalanceOrganization: z.optional(Flag),
    rebalancedBalance: z.optional(AmountsText),
  }),
  reply: z.object({
    /** Percent. Null where no width is possible with these balances. */
    minimumOrderWidth: z.nullable(z.number()),
    maximumOrderWidth: z.number(),
    /** What is shown: the range with its margin. */
    shownMinimum: z.nullable(z.number()),
    shownMaximum: z.number(),
    /** Reward per trade at the minimum, in percent. */
    minimumRewardPerTrade: z.nullable(z.number()),
    /** Percent under which the exchange's published fee eats the profit. What an account really pays: `/api/exchanges/{id}/fees`. */
    breakEvenWidth: z.number(),
    /** The same where two orders of one coin are filled before either is moved. */
    breakEvenWidthTogether: z.number(),
    /** What sets the minimum. */
    limitedBy: z.nullable(z.object({ pair: z.string(), code: z.string() })),
  }),
  faults: [
    'exchangeNotFound',
    'invalidCurrencyPairName',
    'duplicatePair',
    'pairNotOffered',
    'notThreeCurrencies',
    'balanceNotPositive',
    'pairsNotEligible',
    'cannotSellFirst',
    'noUsdPrice',
    ...exchangeFaults,
  ],
});
