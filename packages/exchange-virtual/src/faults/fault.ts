import { pairPattern } from '@tenbin/market';
import * as z from 'zod';
import { listNames } from '../exchange/account-lists.ts';
import { selfTradePreventions } from '../exchange/order.ts';
import { marketStates } from '../exchange/trading-rules.ts';

/** What is asked of an exchange, whatever its dialect calls it. `connect` is a socket that is being opened. */
export const exchangeCalls = ['place', 'cancel', 'findOrder', 'openOrders', 'fills', 'wallet', 'market', 'connect', 'other'] as const;
export type ExchangeCall = (typeof exchangeCalls)[number];

const milliseconds = z.int().min(0).max(600_000);
const seconds = z.int().min(0).max(600);
/** What is too long is refused before the pattern is tried. */
const text = (most: number, pattern: RegExp, expected?: string) => z.string().max(most, { abort: true }).regex(pattern, expected);
const accountId = text(10, /^a\d{1,9}$/, 'an account as GET /trial/venue names it: a1, a2, …');
const pairName = text(41, pairPattern, 'a pair as BTC/USDT');
const currencyName = text(20, /^[A-Z0-9]{1,20}$/, 'a currency as USDT');
const amount = text(50, /^-?\d{1,30}(\.\d{1,18})?$/, 'an amount as text, negative to take away');

const size = text(49, /^\d{1,30}(\.\d{1,18})?$/, 'an amount as text');

const where = z.strictObject({
  call: z.enum(exchangeCalls).optional(),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']).optional(),
  /** What the path begins with. */
  path: text(200, /^\//).optional(),
  pair: pairName.optional(),
  account: accountId.optional(),
});

/** How often a fault that stays strikes. */
const armedFields = {
  where: where.default({}),
  /** Gone after it struck so often; absent: it stays until it is cleared. */
  times: z.int().min(1).max(1_000_000).optional(),
  /** Of what fits, this share is struck; the seed says which. */
  probability: z.number().gt(0).max(1).default(1),
  seed: z.int().min(0).max(0xffff_ffff).default(1),
  /** Gone after so long. */
  lastsMs: z.int().min(1).max(3_600_000).optional(),
};

/** Strikes one request: on its way to the exchange, or its answer on the way back. */
const requestFaults = [
  z.strictObject({ type: z.literal('delayBefore'), ms: milliseconds, ...armedFields }),
  z.strictObject({ type: z.literal('delayAfter'), ms: milliseconds, ...armedFields }),
  /** It is carried out, and the connection closed without an answer; or, with `hangUp: false`, kept open without one. */
  z.strictObject({ type: z.literal('loseAnswer'), hangUp: z.boolean().default(true), ...armedFields }),
  /** It is carried out; headers and one byte come back, and no more. */
  z.strictObject({ type: z.literal('stallAnswer'), ...armedFields }),
  /** The connection is reset before the exchange has seen the request. */
  z.strictObject({ type: z.literal('resetConnection'), ...armedFields }),
  /** `coded`: in the exchange's words, else a web page. `accepted`: it was carried out all the same. */
  z.strictObject({
    type: z.literal('serverError'),
    status: z.int().min(500).max(599).default(503),
    coded: z.boolean().default(false),
    accepted: z.boolean().default(false),
    ...armedFields,
  }),
  /** HTTP 429: `orders` of this account are too many, or requests of this `address`. */
  z.strictObject({
    type: z.literal('tooManyRequests'),
    limit: z.enum(['address', 'orders']).default('address'),
    retryAfterSeconds: seconds.default(1),
    ...armedFields,
  }),
  /** HTTP 418, where the dialect has it. */
  z.strictObject({ type: z.literal('banned'), retryAfterSeconds: seconds.default(1), ...armedFields }),
  /** HTTP 403 and a web page, for requests and for sockets that are opened: the firewall in front of the exchange, which seldom says for how long. */
  z.strictObject({ type: z.literal('firewall'), retryAfterSeconds: seconds.optional(), ...armedFields }),
  z.strictObject({ type: z.literal('clockSkew'), ...armedFields }),
  z.strictObject({ type: z.literal('keyRefused'), ...armedFields }),
  /** Somebody in between answers, with whatever. */
  z.strictObject({
    type: z.literal('answer'),
    status: z.int().min(200).max(599),
    headers: z
      .record(text(100, /^[A-Za-z0-9-]+$/), text(1000, /^[\x20-\x7e]*$/))
      .refine((headers) => Object.keys(headers).length <= 50, '50 headers at most')
      .default({}),
    body: z.string().max(100_000).default(''),
    ...armedFields,
  }),
  /** Every request is refused, no socket opens, and those that are open are closed. */
  z.strictObject({ type: z.literal('maintenance'), ...armedFields }),
] as const;

/** Strikes one event of an account on its way to a client. */
const eventFaults = [
  z.strictObject({ type: z.literal('duplicateEvents'), ...armedFields }),
  /** It comes after the one that follows it, or a quarter of a second late. */
  z.strictObject({ type: z.literal('reorderEvents'), ...armedFields }),
  z.strictObject({ type: z.literal('loseEvents'), ...armedFields }),
] as const;

/** Strikes a market: resting orders that its price reaches are filled by so many lots with each update of the price. */
const marketFaults = [
  z.strictObject({ type: z.literal('partialFills'), lots: z.int().min(1).max(1e9).default(1), ...armedFields }),
] as const;

/** Strikes what an account is told of its orders and trades when it asks, over HTTP or over a socket; streams tell at once. */
const listFaults = [
  /** What happened so lately is not told yet: orders are not there, or as they were before. */
  z.strictObject({
    type: z.literal('lagLists'),
    ms: milliseconds,
    lists: z
      .array(z.enum(listNames))
      .min(1)
      .default([...listNames]),
    ...armedFields,
  }),
  /** This share of trades is told so much later, also where later ones are told. */
  z.strictObject({ type: z.literal('withholdFills'), ms: milliseconds, share: z.number().gt(0).max(1).default(0.3), ...armedFields }),
  /** Trades of one millisecond come in any order. */
  z.strictObject({ type: z.literal('shuffleFills'), ...armedFields }),
] as const;

const streams = z.enum(['private', 'public', 'all']).default('all');

/** Done at once, and over. */
const deeds = [
  z.strictObject({ type: z.literal('dropStreams'), streams, account: accountId.optional() }),
  /** They stay open and nothing passes any more, no answer to a ping either. Those that are opened later work. */
  z.strictObject({ type: z.literal('silenceStreams'), streams, account: accountId.optional() }),
  /** The exchange ends open orders by itself. */
  z.strictObject({ type: z.literal('cancelOrders'), account: accountId.optional(), pair: pairName.optional() }),
  /** What is not given stays. Open orders stay too; new ones must keep to the new rules. */
  z.strictObject({
    type: z.literal('changeRules'),
    pair: pairName,
    tickSize: size.optional(),
    lotSize: size.optional(),
    minimumAmount: size.optional(),
    minimumNotional: size.optional(),
    /** For orders that do not say it themselves. */
    selfTradePrevention: z.enum(selfTradePreventions).optional(),
  }),
  /** `halted`: orders can be cancelled, and nothing else happens; `delisted`: for good, its open orders end. */
  z.strictObject({ type: z.literal('changeMarket'), pair: pairName, state: z.enum(marketStates) }),
  z.strictObject({ type: z.literal('changeBalance'), account: accountId, currency: currencyName, amount }),
  /** From now on fees of an account are paid in a coin, for less; without a currency, in what each trade brings. */
  z.strictObject({
    type: z.literal('changeFeeCoin'),
    account: accountId,
    currency: currencyName.optional(),
    discount: text(10, /^(0(\.\d{1,8})?|1)$/, 'a share as text: 0.25').default('0.25'),
    /** What one coin costs in a currency; before any market is asked. */
    prices: z
      .record(currencyName, size)
      .refine((prices) => Object.keys(prices).length <= 100, '100 prices at most')
      .optional(),
  }),
  /** A key is no longer known, and the account's streams are cut. `key`: all of it, or how it ends. */
  z.strictObject({
    type: z.literal('revokeKey'),
    account: accountId,
    key: text(64, /^[A-Za-z0-9]{4,64}$/, 'a key, or how it ends'),
  }),
  /** From now on a currency's money has so many decimals; 18: nothing is cut off. */
  z.strictObject({ type: z.literal('changeMoneyDigits'), currency: currencyName, digits: z.int().min(0).max(18) }),
] as const;

/** What each type of fault can be told, besides its type. */
export const faultFields: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...requestFaults, ...eventFaults, ...marketFaults, ...listFaults, ...deeds].map(({ shape: { type, ...fields } }) => [
    type.value,
    Object.keys(fields),
  ]),
);

export const requestFaultSchema = z.discriminatedUnion('type', requestFaults);
export const eventFaultSchema = z.discriminatedUnion('type', eventFaults);
export const marketFaultSchema = z.discriminatedUnion('type', marketFaults);
const listFaultSchema = z.discriminatedUnion('type', listFaults);
export const faultSchema = z.discriminatedUnion('type', [...requestFaults, ...eventFaults, ...marketFaults, ...listFaults, ...deeds]);

export type RequestFault = z.infer<typeof requestFaultSchema>;
export type EventFault = z.infer<typeof eventFaultSchema>;
export type MarketFault = z.infer<typeof marketFaultSchema>;
export type ListFault = z.infer<typeof listFaultSchema>;
export type Deed = z.infer<(typeof deeds)[number]>;
/** A fault that stays until it has struck often enough, its time is over, or somebody clears it. */
export type ArmedFault = RequestFault | EventFault | MarketFault | ListFault;
/** Everything that can be made to go wrong, as data. */
export type Fault = ArmedFault | Deed;
/** Faults that answer in the exchange's own words, whatever was asked. */
export type Refusing = Extract<
  RequestFault,
  { type: 'serverError' | 'tooManyRequests' | 'banned' | 'firewall' | 'clockSkew' | 'keyRefused' | 'maintenance' }
>;
const refusing = new Set(['serverError', 'tooManyRequests', 'banned', 'firewall', 'clockSkew', 'keyRefused', 'maintenance']);
export const isRefusing = (fault: RequestFault): fault is Refusing => refusing.has(fault.type);
/** A fault as it is written down: what has a usual value may be left out. */
export type FaultInput = z.input<typeof faultSchema>;

const typesOf = (schemas: readonly { readonly shape: { readonly type: { readonly value: string } } }[]) =>
  new Set(schemas.map(({ shape }) => shape.type.value));
const requestTypes = typesOf(requestFaults);
const eventTypes = typesOf(eventFaults);
const deedTypes = typesOf(deeds);

export const isDeed = (fault: Fault): fault is Deed => deedTypes.has(fault.type);
export const isRequestFault = (fault: ArmedFault): fault is RequestFault => requestTypes.has(fault.type);
export const isEventFault = (fault: ArmedFault): fault is EventFault => eventTypes.has(fault.type);
