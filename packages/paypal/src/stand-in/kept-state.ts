import { deserialize, serialize } from 'node:v8';
import type { PaypalCredentials } from '../client/access-token.ts';
import type { StandInPlan, StandInSubscription } from './books.ts';
import type { StandInWebhook } from './deliveries.ts';

/** What a stand-in knows, to go on with it after its process has ended. */
export interface KeptState {
  readonly products: ReadonlyMap<string, { readonly id: string; readonly accountId: string }>;
  readonly plans: ReadonlyMap<string, StandInPlan>;
  readonly subscriptions: ReadonlyMap<string, StandInSubscription>;
  readonly webhooks: ReadonlyMap<string, StandInWebhook>;
  readonly accounts: ReadonlyMap<string, PaypalCredentials>;
}

export const writeState = (state: KeptState): Buffer => serialize(state);
export const readState = (bytes: Uint8Array): KeptState => deserialize(bytes) as KeptState;
