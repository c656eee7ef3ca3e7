import * as z from 'zod/mini';
import { Bot, BotReply, DeletedBot } from '../bots/shapes.ts';
import { route } from '../route.ts';
import { AmountsText, ById, CurrencyText, credentialFields, Flag, Id, listOf, PairText, Success, text } from '../shapes.ts';
import { exchangeErrors, startErrors } from '../shared-errors.ts';

const botFields = {
  name: text(100, { least: 1 }),
  exchangeId: Id,
};

/** Key and secret, or a stored key. */
const keyFields = {
  apiKey: z.optional(credentialFields.key),
  secret: z.optional(credentialFields.secret),
  passPhrase: credentialFields.passPhrase,
  exchangeAccountId: z.optional(Id),
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

const settingErrors = [
  'courseNotFound',
  'autoRebalanceNotOffered',
  'pairsNotEligible',
  'cannotSellFirst',
  'balanceNotPositive',
  'noUsdPrice',
  'amountTooLarge',
  'keyRefused',
  'keyRightsUnknown',
  'apiKeyRemoved',
  'affiliateMayNotTrade',
  'organizationSuspended',
  ...exchangeErrors,
] as const;

/** The specification names the fields of a value and of a price that do not fit. */
const settingFieldErrors = {
  name: ['invalidBotName', 'botNameTooLong'],
  exchangeId: ['exchangeNotFound'],
  pairs: ['invalidCurrencyPairName', 'duplicatePair', 'notThreeCurrencies', 'cotRequired', 'pairNotAvailable'],
  delta: ['orderWidthOutOfRange', 'orderWidthTooSmall'],
  expectedRateOfReturn: ['rewardNotPositive'],
  messageOfMinValue: ['valueTooSmall', 'amountTooSmall'],
  messageOfOutOfConfigurePrice: ['priceOutOfRange'],
  apiKey: ['invalidApiKey', 'withdrawalRight', 'transferRight', 'tradeRightMissing', 'apiKeyInUse', 'exchangeAccountInUse'],
  secret: ['invalidSecret'],
  passPhrase: ['passphraseRequired', 'invalidPassphrase'],
  exchangeAccountId: ['exchangeAccountNotFound'],
} as const;

export const createBot = route({
  surface: 'user',
  method: 'POST',
  path: '/api/bots',
  summary:
    'Sets a bot up. The key is checked at the exchange first; where it takes the place of another one that is stored, the password is asked for. One that is to start by itself and may not is set up all the same; its messages say why it does not run.',
  body: z.object({
    ...botFields,
    ...keyFields,
    ...settingFields,
    /** Where the key takes the place of a stored one. */
    password: z.optional(text(200)),
  }),
  reply: BotReply,
  status: 201,
  sensitive: true,
  errors: ['tooManyBots', 'organizationBotsFull', 'paymentRequired', 'tradingLimitReached', 'exchangeNotInPlan', ...settingErrors],
  fieldErrors: { ...settingFieldErrors, password: ['passwordRequired', 'wrongPassword'] },
});

export const listBots = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots',
  summary: "The caller's bots. With the right password the whole API keys are shown, otherwise their last four characters.",
  query: z.object({ password: z.optional(text(200)) }),
  reply: z.array(Bot),
  sensitive: true,
  secretQuery: ['password'],
  fieldErrors: { password: ['wrongPassword'] },
});

export const listDeletedBots = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bots/deleted',
  summary: "The caller's deleted bots, latest first. What they did can be read and downloaded as before.",
  reply: z.array(DeletedBot),
});

export const showApiKeys = route({
  surface: 'user',
  method: 'POST',
  path: '/api/bots/keys',
  summary: "The caller's bots with their whole API keys.",
  body: z.object({ password: text(200, { least: 1 }) }),
  reply: z.array(Bot),
  sensitive: true,
  fieldErrors: { password: ['wrongPassword'] },
});

export const updateBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}',
  summary:
    'Changes a stopped bot. Changing the key or the secret asks for the password. One that is to start by itself and may not is changed all the same; its messages say why it does not run.',
  params: ById,
  body: z.object({
    name: z.optional(botFields.name),
    exchangeId: z.optional(Id),
    ...keyFields,
    ...settingFields,
    password: z.optional(text(200)),
  }),
  reply: BotReply,
  sensitive: true,
  errors: ['botNotFound', 'botRunning', 'botStopping', 'rebalanceUnderWay', 'exchangeNotInPlan', ...settingErrors],
  fieldErrors: { ...settingFieldErrors, password: ['passwordRequired', 'wrongPassword'] },
});

export const deleteBot = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/bots/{id}',
  summary: 'Deletes a stopped bot. Its records, orders and timeline stay, and can be read as before.',
  params: ById,
  reply: Success,
  errors: ['botNotFound', 'botRunning', 'botStopping', 'rebalanceUnderWay'],
});

export const deleteBotErrorMessage = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/bots/{id}/errorMessage/{index}',
  summary: "Removes one of the bot's error messages, counted from 0.",
  params: z.object({ id: Id, index: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(1000)) }),
  reply: Success,
  errors: ['botNotFound', 'errorMessageNotFound'],
});

export const startBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}/start',
  summary:
    'Asks the bot to run. The checks are made first; what refuses says why. A bot with automatic rebalancing whose wallet is not even is rebalanced first.',
  params: ById,
  reply: Success,
  errors: startErrors,
});

export const stopBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}/stop',
  summary: 'Asks the bot to stop. It is stopped when the exchange confirms that none of its orders is open; then `stopReceipt` is there.',
  params: ById,
  reply: Success,
  errors: ['botNotFound'],
});

export const forceStopBot = route({
  surface: 'user',
  method: 'PUT',
  path: '/api/bots/{id}/stop/force',
  summary:
    'Ends a stop that lasts without the confirmation of the exchange. What can be cancelled is cancelled first; `stopReceipt` names the orders of which nobody knows that they are over.',
  params: ById,
  reply: Success,
  errors: ['botNotFound', 'botNotStopping', 'stopTooYoung'],
});

export const getMinimumOrderWidth = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
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
  errors: ['pairsNotEligible', 'cannotSellFirst', 'noUsdPrice', ...exchangeErrors],
  fieldErrors: {
    exchangeId: ['exchangeNotFound'],
    pairs: ['invalidCurrencyPairName', 'duplicatePair', 'pairNotAvailable', 'notThreeCurrencies'],
    balance: ['balanceNotPositive'],
  },
});
