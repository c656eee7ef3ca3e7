import * as z from 'zod/mini';
import { route } from '../route.ts';
import { ById, credentialFields, Id, IsoTime, Success, text } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

export const ExchangeAccount = z.object({
  _id: Id,
  exchange: z.object({ _id: Id, name: z.string() }),
  /** The last four characters; empty where the key was removed. */
  apiKey: z.string(),
  connectedAt: IsoTime,
  /** That trade with it. */
  bots: z.array(z.object({ _id: Id, name: z.string() })),
});
export type ExchangeAccount = z.infer<typeof ExchangeAccount>;

export const listExchangeAccounts = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/exchange-accounts',
  summary: "The caller's accounts at exchanges whose keys are stored, or that a bot needs a key of.",
  reply: z.array(ExchangeAccount),
});

export const showExchangeKeys = route({
  surface: 'user',
  method: 'POST',
  path: '/api/exchange-accounts/keys',
  summary: "The caller's accounts at exchanges, each with its whole API key; secrets are told to nobody.",
  body: z.object({ password: text(200, { least: 1 }) }),
  reply: z.array(ExchangeAccount),
  sensitive: true,
  fieldErrors: { password: ['wrongPassword'] },
});

export const connectExchange = route({
  surface: 'user',
  method: 'POST',
  path: '/api/users/connect_exchange',
  summary:
    'Stores a key once the exchange accepts it and its rights are safe, for bots to be set up with. Another key of an account that is connected already takes the place of the stored one, which asks for the password.',
  body: z.object({
    exchangeId: Id,
    apiKey: credentialFields.key,
    secret: credentialFields.secret,
    passPhrase: credentialFields.passPhrase,
    /** Where the key takes the place of a stored one. */
    password: z.optional(text(200)),
  }),
  reply: ExchangeAccount,
  status: 201,
  sensitive: true,
  errors: ['keyRefused', 'keyRightsUnknown', 'tooManyExchangeAccounts', 'affiliateMayNotTrade', 'organizationSuspended', ...exchangeErrors],
  fieldErrors: {
    exchangeId: ['exchangeNotFound'],
    apiKey: ['invalidApiKey', 'withdrawalRight', 'transferRight', 'tradeRightMissing', 'apiKeyInUse', 'exchangeAccountInUse'],
    secret: ['invalidSecret'],
    passPhrase: ['passphraseRequired', 'invalidPassphrase'],
    password: ['passwordRequired', 'wrongPassword'],
  },
});

export const removeExchangeAccount = route({
  surface: 'user',
  method: 'DELETE',
  path: '/api/exchange-accounts/{id}',
  summary: 'Erases a stored key, with the password. Its bots must have come to rest, and start again only with a key.',
  params: ById,
  body: z.object({ password: z.optional(text(200)) }),
  reply: Success,
  sensitive: true,
  errors: ['exchangeAccountNotFound', 'exchangeNotFound', 'apiKeyOfRunningBot'],
  fieldErrors: { password: ['passwordRequired', 'wrongPassword'] },
});
