import { rightsFaults } from '@tenbin/exchange';
import * as z from 'zod/mini';
import { KeyRights } from '../exchanges/shapes.ts';
import { CurrencyPair } from '../organizations/shapes.ts';
import { route } from '../route.ts';
import { ById, credentialFields, DecimalText, Id, IsoTime, OmittedPairs, PairText, Success, text } from '../shapes.ts';
import { exchangeErrors } from '../shared-errors.ts';

/** What is shown of what adapters can do. */
export const shownCapabilities = ['clientOrderId', 'privateStream', 'publicStream', 'keyRights', 'postOnly'] as const;

/** An exchange as the operators of the platform see it. */
export const OperatedExchange = z.object({
  _id: Id,
  name: z.string(),
  /** The adapter that speaks to it. */
  ccxtId: z.string(),
  /** Where it is reached in place of its own address; null: at its own. */
  baseUrl: z.nullable(z.string()),
  /** How many times faster than real time its market moves; 1 for a real exchange. */
  timeScale: z.number(),
  requiresPassphrase: z.boolean(),
  /** Whether anybody may choose it, and bots run there. */
  enabled: z.boolean(),
  /** Pairs that nobody is offered there. */
  omitPairs: z.array(PairText),
  /** What its adapter can do. */
  capabilities: z.array(z.enum(shownCapabilities)),
  /** What depends on it: organizations that may offer it, keys that are stored, bots, and those of them that run. */
  use: z.object({ organizations: z.number(), accounts: z.number(), bots: z.number(), busyBots: z.number() }),
  createdAt: IsoTime,
});
export type OperatedExchange = z.infer<typeof OperatedExchange>;

/** With what a trade costs there, as its adapter knows it: a part of the amount, below 0 where it pays. */
const OperatedPair = z.extend(CurrencyPair, { makerFee: z.number(), takerFee: z.number() });

const Name = text(60, { least: 1, pattern: /\S/ });
const CcxtId = text(40, { pattern: /^[a-z0-9]+$/ });
const BaseUrl = text(300, { pattern: /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/ }).check(z.refine((address) => URL.canParse(address)));
const settings = {
  baseUrl: z.optional(z.nullable(BaseUrl)),
  /** As its adapter says, unless given. */
  requiresPassphrase: z.optional(z.boolean()),
  enabled: z.optional(z.boolean()),
  omitPairs: z.optional(OmittedPairs),
};
const fieldErrors = {
  name: ['exchangeExists'],
  ccxtId: ['exchangeNotTried', 'usdNotPriced', 'orderStatusUnreliable', 'minimumsUnreported'],
} as const;

export const listPlatformExchanges = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/exchanges',
  summary: 'All exchanges, by name, with what depends on each.',
  reply: z.array(OperatedExchange),
});

export const getPlatformExchange = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/exchanges/{id}',
  summary: 'An exchange with its pairs, as it lists them now; `null` where it does not answer.',
  params: ById,
  reply: z.extend(OperatedExchange, { pairs: z.nullable(z.array(OperatedPair)) }),
  errors: ['exchangeNotFound'],
});

export const createPlatformExchange = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/exchanges',
  summary: 'Adds an exchange. No organization may offer it yet.',
  body: z.object({ name: Name, ccxtId: CcxtId, ...settings }),
  reply: OperatedExchange,
  status: 201,
  fieldErrors,
});

export const updatePlatformExchange = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/exchanges/{id}',
  summary:
    'Changes an exchange. It is switched off only while no bot runs there, and leads elsewhere (`ccxtId`, `baseUrl`) only while no key of it is stored.',
  params: ById,
  body: z.object({ name: z.optional(Name), ccxtId: z.optional(CcxtId), ...settings }),
  reply: OperatedExchange,
  errors: ['exchangeNotFound', 'exchangeHasBots', 'exchangeHasKeys'],
  fieldErrors,
});

export const removePlatformExchange = route({
  surface: 'operator',
  needs: 'operate',
  method: 'DELETE',
  path: '/ango-ya/exchanges/{id}',
  summary: 'Removes an exchange of which no key is stored.',
  params: ById,
  reply: Success,
  errors: ['exchangeNotFound', 'exchangeHasKeys'],
});

/** What an exchange says of a key. */
const TestedKey = z.object({
  rights: KeyRights,
  /** Why no bot may use it; null: it is safe as far as the exchange says. */
  fault: z.nullable(z.enum(rightsFaults)),
  /** What is in its account; null: it may not read that. */
  balances: z.nullable(z.array(z.object({ currency: z.string(), free: DecimalText, locked: DecimalText, total: DecimalText }))),
});
export type TestedKey = z.infer<typeof TestedKey>;

export const testExchangeKey = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/exchanges/{id}/test-key',
  summary: 'Asks an exchange, whether it is switched on or not, what a key may do. The key is not stored.',
  params: ById,
  body: z.object(credentialFields),
  reply: TestedKey,
  sensitive: true,
  errors: ['exchangeNotFound', 'keyRefused', ...exchangeErrors],
  fieldErrors: { key: ['invalidApiKey'], secret: ['invalidSecret'], passPhrase: ['passphraseRequired', 'invalidPassphrase'] },
});
