import type { AccountFacts } from '@tenbin/accounts';
import type { BillingFacts } from '@tenbin/billing';
import type { BotsFacts } from '@tenbin/bots';
import { errorsWith } from '@tenbin/market';

type OfAccounts = Pick<AccountFacts, 'emailTaken' | 'userNotFound' | 'organizationNotFound' | 'organizationExists'>;
type OfBots = Pick<
  BotsFacts,
  | 'botNotFound'
  | 'botRunning'
  | 'botStopping'
  | 'rebalanceUnderWay'
  | 'exchangeAccountNotFound'
  | 'exchangeAccountInUse'
  | 'apiKeyInUse'
  | 'searchTooBroad'
>;

/** What the repositories refuse. Their own codes are for whoever calls them, never for a person. */
export interface DbFacts extends OfAccounts, OfBots, Pick<BillingFacts, 'alreadySubscribed'> {
  botExists: null;
  brandDraftChanged: null;
  brandPictureNotFound: null;
  billNotFound: { readonly id: string };
  campaignCodeInUse: { readonly code: string };
  clientOrderIdUsed: { readonly clientOrderIds: readonly string[] };
  invalidChannel: { readonly channel: string };
  payloadTooLong: { readonly bytes: number; readonly most: number };
  rebalanceNotFound: { readonly id: string };
  selectionChanged: { readonly count: number };
  paypalAccountNotFound: { readonly id: string };
  paypalSubscriptionInUse: null;
  staleEpoch: { readonly botId: string; readonly epoch: number; readonly current: number };
  startWithdrawn: { readonly botId: string };
  savedFilterExists: { readonly name: string };
  tooManySavedFilters: { readonly most: number };
  subscriptionChanged: { readonly id: string };
  tradeKnown: { readonly pair: string | null; readonly tradeIds: readonly string[] };
  movementReversed: null;
  ordersWouldCross: null;
  idempotencyKeyReused: null;
  virtualAccountExists: null;
  virtualAccountNotFound: null;
  userPlanNotFound: { readonly id: string };
}

export const DbError = errorsWith<DbFacts>();
