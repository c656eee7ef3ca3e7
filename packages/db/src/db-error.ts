import { errorsWith } from '@tenbin/market';
import type { FactsByCode } from '@tenbin/messages';

/** What a call tells as it is. */
type Told = Pick<
  FactsByCode,
  | 'alreadySubscribed'
  | 'apiKeyInUse'
  | 'billNotFound'
  | 'botNotFound'
  | 'botRunning'
  | 'botStopping'
  | 'brandDraftChanged'
  | 'brandPictureNotFound'
  | 'campaignCodeInUse'
  | 'emailTaken'
  | 'exchangeAccountInUse'
  | 'exchangeAccountNotFound'
  | 'idempotencyKeyReused'
  | 'movementReversed'
  | 'ordersWouldCross'
  | 'organizationExists'
  | 'organizationNotFound'
  | 'rebalanceUnderWay'
  | 'savedFilterExists'
  | 'searchTooBroad'
  | 'selectionChanged'
  | 'tooManySavedFilters'
  | 'userNotFound'
  | 'userPlanNotFound'
  | 'virtualAccountExists'
  | 'virtualAccountNotFound'
>;

/** What the repositories refuse. Their own codes are for whoever calls them, never for a person. */
export interface DbFacts extends Told {
  botExists: null;
  clientOrderIdUsed: { readonly clientOrderIds: readonly string[] };
  invalidChannel: { readonly channel: string };
  payloadTooLong: { readonly bytes: number; readonly most: number };
  paypalAccountNotFound: { readonly id: string };
  paypalSubscriptionInUse: null;
  rebalanceNotFound: { readonly id: string };
  staleEpoch: { readonly botId: string; readonly epoch: number; readonly current: number };
  startWithdrawn: { readonly botId: string };
  subscriptionChanged: { readonly id: string };
  tradeKnown: { readonly pair: string | null; readonly tradeIds: readonly string[] };
}

export const DbError = errorsWith<DbFacts>();
