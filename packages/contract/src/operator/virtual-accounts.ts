import { entryKinds, ledgerStates, orderStates } from '@tenbin/bots';
import * as z from 'zod/mini';
import { standingFields } from '../bots/administered-bot.ts';
import { ContractRecord } from '../bots/shapes.ts';
import { route } from '../route.ts';
import {
  Amounts,
  ById,
  CurrencyText,
  credentialFields,
  DecimalText,
  ExchangeChoice,
  Id,
  IsoTime,
  Moment,
  PairText,
  pageFields,
  Side,
  Success,
  text,
  UnsignedDecimalText,
} from '../shapes.ts';

export const AccountName = text(40, { least: 1, pattern: /\S/ });
/** A number; what looks like another id is one that is not there. */
const MovementId = text(36, { pattern: /^(?:\d{1,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/ });
const Reason = text(500, { least: 1, pattern: /\S/ });
/** By id or name, and the virtual account on it. */
const named = { exchangeName: ExchangeChoice, name: AccountName };
export const notFound = ['exchangeNotFound', 'virtualAccountNotFound'] as const;
const amountErrors = ['amountZero', 'amountTooFine'] as const;
const withFunds = ['ledgerLacksFunds', 'ledgerFrozen', 'ledgerOverdrawn', 'ledgerClosed'] as const;
/** With a header `Idempotency-Key`, which every call that changes something takes: its answer is kept for thirty days. */
const once = ['idempotencyKeyReused'] as const;
export const changeErrors = [...once, ...notFound] as const;

const BalanceOf = z.object({ total: DecimalText, reserved: DecimalText, free: DecimalText });

export const VirtualAccount = z.object({
  _id: Id,
  exchangeName: z.string(),
  name: z.string(),
  /** `overdrawn`: only money may come in; `frozen`: nothing goes out, and nothing is sent. */
  state: z.enum(ledgerStates),
  balances: z.record(z.string(), BalanceOf),
  /** Fees, and what rounding took, that were paid for it out of what no virtual account has. */
  owed: Amounts,
  bots: z.array(
    z.object({ _id: Id, type: z.string(), pairs: z.array(z.string()), state: z.string(), isRunning: z.boolean(), ...standingFields }),
  ),
  /** Open ones. */
  orders: z.number(),
  version: z.number(),
  createdAt: IsoTime,
});
export type VirtualAccount = z.infer<typeof VirtualAccount>;

export const VirtualOrder = z.object({
  /** Its client order id. */
  _id: z.string(),
  exchangeOrderId: z.nullable(z.string()),
  pair: PairText,
  side: Side,
  type: z.enum(['limit', 'market']),
  price: DecimalText,
  amount: DecimalText,
  filled: DecimalText,
  /** `asked`: by hand, and not sent yet; `withdrawn`: nor ever. */
  state: z.enum(['asked', 'withdrawn', ...orderStates]),
  isByHand: z.boolean(),
  createdAt: IsoTime,
});
export type VirtualOrder = z.infer<typeof VirtualOrder>;

export const Movement = z.object({
  /** Its number. */
  _id: z.string(),
  at: IsoTime,
  cause: z.string(),
  /** `outside`, `rest`, or a virtual account by name: what is `free` in it, or what an order holds. `other`: of another version of the product. */
  entries: z.array(
    z.object({
      account: z.string(),
      part: z.nullable(z.string()),
      kind: z.enum([...entryKinds, 'other']),
      currency: z.string(),
      amount: DecimalText,
    }),
  ),
  /** Of a trade, and of what was held for one order only, or released. */
  orderId: z.nullable(z.string()),
  tradeId: z.nullable(z.string()),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  reverses: z.nullable(z.string()),
  /** It can be taken back: somebody moved it, and it was not yet. */
  isReversible: z.boolean(),
});
export type Movement = z.infer<typeof Movement>;

export const listVirtualAccounts = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts',
  summary: 'All virtual accounts, by exchange and name.',
  reply: z.array(VirtualAccount),
});

export const createVirtualAccount = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/virtual-accounts/create',
  summary: 'Makes a virtual account. The first one of an exchange takes the key of the platform’s account there.',
  body: z.object({ ...named, credentials: z.optional(z.object(credentialFields)) }),
  reply: VirtualAccount,
  status: 201,
  sensitive: true,
  errors: [
    ...once,
    'exchangeNotFound',
    'virtualAccountExists',
    'keyOfAccountRequired',
    'apiKeyInUse',
    'exchangeAccountInUse',
    'passphraseRequired',
    'withdrawalRight',
    'transferRight',
    'tradeRightMissing',
    'keyRightsUnknown',
  ],
});

export const getVirtualAccount = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/account',
  summary: 'A virtual account; with `at`, with the balances that it had then.',
  query: z.object({ ...named, at: z.optional(Moment) }),
  reply: VirtualAccount,
  errors: notFound,
});

export const getRealBalance = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/real-balance',
  summary: 'What the exchange has of the account, beside what is booked; `complete` where nothing was booked meanwhile.',
  query: z.object(named),
  reply: z.object({
    balances: z.record(
      z.string(),
      z.object({ wallet: DecimalText, held: DecimalText, ledgers: DecimalText, rest: DecimalText, difference: DecimalText }),
    ),
    at: IsoTime,
    complete: z.boolean(),
  }),
  errors: notFound,
});

export const increaseVirtualBalance = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/increase-balance',
  summary: 'Gives money that no virtual account has; a negative amount takes what is free.',
  body: z.object({ ...named, currency: CurrencyText, amount: DecimalText, reason: Reason }),
  reply: VirtualAccount,
  errors: [...once, ...notFound, ...withFunds, 'restLacksFunds'],
  fieldErrors: { amount: amountErrors },
});

export const transferVirtualBalance = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/transfer-balance',
  summary: 'Moves money from one virtual account to another of the same exchange, whole or not at all; `all` is what is free.',
  body: z.object({
    exchangeName: ExchangeChoice,
    from: AccountName,
    to: AccountName,
    currency: CurrencyText,
    amount: z.union([z.literal('all'), UnsignedDecimalText]),
    reason: Reason,
  }),
  reply: z.object({ from: VirtualAccount, to: VirtualAccount }),
  errors: [...once, ...notFound, ...withFunds, 'sameLedger'],
  fieldErrors: { currency: ['nothingToTransfer'], amount: amountErrors },
});

export const createVirtualOrder = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/virtual-accounts/create-order',
  summary: 'Has an order sent. A market order goes 5 % beyond the price of now, and what it does not fill at once ends.',
  body: z.object({
    ...named,
    pair: PairText,
    side: Side,
    type: z.enum(['limit', 'market']),
    price: z.optional(UnsignedDecimalText),
    amount: UnsignedDecimalText,
  }),
  reply: VirtualOrder,
  status: 201,
  errors: [...once, ...notFound, ...withFunds, 'ordersWouldCross', 'pairNotAvailable', 'orderPriceUnknown'],
  fieldErrors: {
    price: ['orderPriceOutOfRange'],
    amount: ['orderAmountTooSmall', 'orderAmountTooLarge', 'orderValueTooSmall'],
  },
});

export const cancelVirtualOrder = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/cancel-order',
  summary: 'Has an order by hand cancelled. One that has ended stays as it is.',
  body: z.object({ ...named, orderId: text(40, { least: 1 }) }),
  reply: Success,
  errors: [...once, ...notFound, 'virtualOrderNotFound'],
});

const listed = { ...named, pair: z.optional(PairText) };

export const listOpenVirtualOrders = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/open-orders',
  summary: 'Orders that may still trade, by hand and of bots, newest first.',
  query: z.object({ ...listed, ...pageFields(100) }),
  reply: z.array(VirtualOrder),
  errors: notFound,
});

export const listAllVirtualOrders = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/all-orders',
  summary: 'Every order, by hand and of bots, newest first.',
  query: z.object({ ...listed, ...pageFields(100) }),
  reply: z.array(VirtualOrder),
  errors: notFound,
});

export const listVirtualRecords = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/all-records',
  summary: 'What was traded, newest first.',
  query: z.object({ ...listed, ...pageFields(1000) }),
  reply: z.array(ContractRecord),
  errors: notFound,
});

export const listMovements = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/virtual-accounts/movements',
  summary: 'What moved its money, newest first.',
  query: z.object({ ...named, ...pageFields(100) }),
  reply: z.array(Movement),
  errors: notFound,
});

export const reverseMovement = route({
  surface: 'operator',
  needs: 'operate',
  method: 'POST',
  path: '/ango-ya/virtual-accounts/movements/{id}/reverse',
  summary: 'Takes back what was given, taken or transferred, by a movement of its own.',
  params: z.object({ id: MovementId }),
  body: z.object({ reason: Reason }),
  reply: Success,
  errors: [...once, ...withFunds, 'restLacksFunds', 'movementNotFound', 'movementNotReversible', 'movementReversed'],
});

export const freezeVirtualAccount = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/freeze',
  summary: 'Stops its bots, and lets nothing be sent or taken until `frozen` is false again. What is open stays, and may be cancelled.',
  body: z.object({ ...named, frozen: z.boolean(), reason: Reason }),
  reply: VirtualAccount,
  errors: [...once, ...notFound, 'ledgerClosed'],
});

export const startVirtualBot = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/start-bot',
  summary: 'Starts a balancing bot on its money: `pairs` and `delta` at the first start, and wherever they are to change.',
  body: z.object({
    ...named,
    pairs: z.optional(z.array(PairText).check(z.minLength(1), z.maxLength(20))),
    delta: z.optional(z.number().check(z.gt(0), z.lt(1))),
  }),
  reply: VirtualAccount,
  errors: [
    ...once,
    ...notFound,
    ...withFunds,
    'botStopping',
    'pairNotAvailable',
    'invalidCurrencyPairName',
    'duplicatePair',
    'notThreeCurrencies',
    'orderWidthOutOfRange',
  ],
});

export const stopVirtualBot = route({
  surface: 'operator',
  needs: 'operate',
  method: 'PUT',
  path: '/ango-ya/virtual-accounts/stop-bot',
  summary: 'Stops the balancing bot on its money.',
  body: z.object(named),
  reply: VirtualAccount,
  errors: [...once, ...notFound, 'botNotFound'],
});

export const deleteVirtualAccount = route({
  surface: 'operator',
  needs: 'operate',
  method: 'DELETE',
  path: '/ango-ya/virtual-accounts/{id}',
  summary: 'Closes a virtual account on which nothing is open and nothing is left. Its movements stay.',
  params: ById,
  reply: Success,
  errors: ['virtualAccountNotFound', 'ledgerNotEmpty', 'ledgerClosed'],
});
