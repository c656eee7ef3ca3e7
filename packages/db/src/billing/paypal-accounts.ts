import type { PaypalEnvironment } from '@tenbin/billing';
import type { Sealed } from '../seal/sealed.ts';

/** An organization's account at PayPal. Its secret stays sealed. */
export interface PaypalAccount {
  readonly id: string;
  readonly environment: PaypalEnvironment;
  readonly clientId: string;
  /** The secret as JSON {@link SealedPaypalSecret}, sealed for {@link paypalAccountIdentity}. */
  readonly sealed: Sealed;
  readonly productId: string | null;
  readonly webhookId: string | null;
  /** Events that it told until then were put; null: none. */
  readonly eventsUntil: Date | null;
  readonly createdAt: Date;
  /** Another one is in use since then; this one lives as long as its subscriptions. */
  readonly replacedAt: Date | null;
}

/** What the seal of such an account holds. */
export interface SealedPaypalSecret {
  readonly secret: string;
}

/** What the seal is bound to: moved to another row it does not open. */
export const paypalAccountIdentity = (organizationId: string, accountId: string): string => `paypal-account/${organizationId}/${accountId}`;

export interface PaypalAccounts {
  /** The one in use. */
  findCurrent(): Promise<PaypalAccount | null>;
  find(id: string): Promise<PaypalAccount | null>;
  /**
   * In the place of the one before: what waits for a payer there is given up, and plans are made anew at this one.
   *
   * @param account - its id is made by the caller (`newId()` of the organization), since the seal is bound to it
   */
  replace(account: Pick<PaypalAccount, 'id' | 'environment' | 'clientId' | 'sealed'>, at: Date): Promise<PaypalAccount>;
  /** The same account with another secret. @throws {DomainError} `paypalAccountNotFound` */
  reseal(id: string, sealed: Sealed): Promise<PaypalAccount>;
  /** Made at PayPal, once: whoever comes second changes nothing, and gets what counts. */
  setProduct(id: string, productId: string): Promise<string>;
  setWebhook(id: string, webhookId: string): Promise<void>;
  setEventsUntil(id: string, until: Date): Promise<void>;
  /** The one in use, and those before it. */
  list(): Promise<PaypalAccount[]>;
}
