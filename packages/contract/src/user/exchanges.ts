import * as z from 'zod/mini';
import { KeyRights, SuggestedBalance } from '../exchanges/shapes.ts';
import { type Method, route } from '../route.ts';
import { ById, CurrencyText, credentialFields, DecimalText, Id, listOf, PairText, Success } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

/**
 * These calls carry an exchange account's secrets. The specification puts them into the address (GET); each
 * also exists as POST with the same names in the body, and that is what our own pages use.
 */
const credentialErrors = ['exchangeNotFound', 'keyRefused', ...exchangeErrors] as const;
const credentialFieldErrors = {
  key: ['invalidApiKey', 'apiKeyInUse'],
  secret: ['invalidSecret'],
  passPhrase: ['passphraseRequired', 'invalidPassphrase'],
} as const;

const credentials = z.object(credentialFields);

/** A key that is handed over, or a stored one. */
const keyFields = {
  ...credentialFields,
  key: z.optional(credentialFields.key),
  secret: z.optional(credentialFields.secret),
  /** Instead of key and secret: the stored ones of this bot. */
  botId: z.optional(Id),
  /** The same: those of this account. */
  exchangeAccountId: z.optional(Id),
};
const anyKey = z.object(keyFields);
const storedKeyErrors = ['apiKeyRemoved'] as const;
const storedKeyFieldErrors = { botId: ['botNotFound'], exchangeAccountId: ['exchangeAccountNotFound'] } as const;

const KeyCheck = z.extend(Success, { rights: KeyRights });

const WalletReply = z.array(
  z.object({ currency: z.string(), free: DecimalText, locked: DecimalText, total: DecimalText, usd: z.nullable(z.number()) }),
);

const suggestedInput = z.object({
  ...keyFields,
  currencies: z.optional(listOf(CurrencyText)),
  pairs: listOf(PairText),
  delta: z.optional(z.coerce.number().check(z.positive(), z.maximum(0.5))),
});

const asked = { surface: 'user', params: ById, sensitive: true, audited: false } as const;
/** As the specification has it: key and secret in the address. Its twin takes them in a body. */
const inAddress = { method: 'GET', deprecated: true, secretQuery: ['key', 'secret', 'passPhrase'] } as const;
const post = 'POST' satisfies Method;

const keySummary = 'Whether the exchange accepts the key, the secret and the passphrase.';
export const checkApiKey = route({
  ...asked,
  ...inAddress,
  whileViewing: true,
  path: '/api/exchanges/{id}/check-api-key',
  summary: keySummary,
  query: credentials,
  reply: Success,
  errors: credentialErrors,
  fieldErrors: credentialFieldErrors,
});
export const checkApiKeyByBody = route({
  ...asked,
  method: post,
  path: '/api/exchanges/{id}/check-api-key',
  summary: keySummary,
  body: anyKey,
  reply: Success,
  errors: [...credentialErrors, ...storedKeyErrors],
  fieldErrors: { ...credentialFieldErrors, ...storedKeyFieldErrors },
});

const rightsSummary = 'Whether the key may trade and may not withdraw or transfer; refused otherwise.';
const rightsErrors = [...credentialErrors, 'keyRightsUnknown'] as const;
const rightsFieldErrors = {
  ...credentialFieldErrors,
  key: [...credentialFieldErrors.key, 'withdrawalRight', 'transferRight', 'tradeRightMissing'],
} as const;
export const checkApiKeyPrivilege = route({
  ...asked,
  ...inAddress,
  whileViewing: true,
  path: '/api/exchanges/{id}/check-api-key-privilege',
  summary: rightsSummary,
  query: credentials,
  reply: KeyCheck,
  errors: rightsErrors,
  fieldErrors: rightsFieldErrors,
});
export const checkApiKeyPrivilegeByBody = route({
  ...asked,
  method: post,
  path: '/api/exchanges/{id}/check-api-key-privilege',
  summary: rightsSummary,
  body: anyKey,
  reply: KeyCheck,
  errors: [...rightsErrors, ...storedKeyErrors],
  fieldErrors: { ...rightsFieldErrors, ...storedKeyFieldErrors },
});

const walletSummary = 'What the exchange account holds, with its worth in USD (null where no price leads there).';
export const getBalances = route({
  ...asked,
  ...inAddress,
  whileViewing: true,
  path: '/api/exchanges/{id}/get-balances',
  summary: walletSummary,
  query: credentials,
  reply: WalletReply,
  errors: credentialErrors,
  fieldErrors: credentialFieldErrors,
});
export const getBalancesByBody = route({
  ...asked,
  method: post,
  path: '/api/exchanges/{id}/get-balances',
  summary: walletSummary,
  body: anyKey,
  reply: WalletReply,
  errors: [...credentialErrors, ...storedKeyErrors],
  fieldErrors: { ...credentialFieldErrors, ...storedKeyFieldErrors },
});

const suggestedSummary = 'For each currency what the wallet has, what even shares would be, and what rebalancing would lead to.';
const suggestedErrors = [...credentialErrors, 'noUsdPrice', ...storedKeyErrors] as const;
const suggestedFieldErrors = {
  ...credentialFieldErrors,
  ...storedKeyFieldErrors,
  pairs: ['notThreeCurrencies', 'pairNotAvailable', 'invalidCurrencyPairName', 'duplicatePair'],
} as const;
export const getSuggestedBalance = route({
  ...asked,
  ...inAddress,
  whileViewing: true,
  path: '/api/exchanges/{id}/suggested-balance',
  summary: suggestedSummary,
  query: suggestedInput,
  reply: z.array(SuggestedBalance),
  errors: suggestedErrors,
  fieldErrors: suggestedFieldErrors,
});
export const getSuggestedBalanceByBody = route({
  ...asked,
  method: post,
  path: '/api/exchanges/{id}/suggested-balance',
  summary: suggestedSummary,
  body: suggestedInput,
  reply: z.array(SuggestedBalance),
  errors: suggestedErrors,
  fieldErrors: suggestedFieldErrors,
});

export const getTradingFees = route({
  ...asked,
  method: post,
  path: '/api/exchanges/{id}/fees',
  summary: 'What this account pays on some pairs, and the widths under which that eats what fills earn.',
  body: z.object({ ...keyFields, pairs: listOf(PairText), postOnly: z.optional(z.boolean()) }),
  reply: z.object({
    /** Fractions of what is received, the dearest of the pairs: 0.001 is 0.1 %. Negative where the exchange pays. */
    maker: z.number(),
    taker: z.number(),
    /** Whether an order can be kept from taking from the book, so that only the maker's fee is paid. */
    canPostOnly: z.boolean(),
    /** Percent, with the maker's fee where orders only rest, else with the dearer one. */
    breakEvenWidth: z.number(),
    /** The same where two orders of one coin are filled before either is moved. */
    breakEvenWidthTogether: z.number(),
  }),
  errors: suggestedErrors,
  fieldErrors: suggestedFieldErrors,
});
