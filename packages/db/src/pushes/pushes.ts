import type { Sealed } from '../seal/sealed.ts';

/** What a browser shows of something that happened. */
export interface PushMessage {
  readonly title: string;
  readonly body: string;
  /** The page that it leads to; null: none. */
  readonly url: string | null;
}

/** What is sealed of a browser: where its push service takes messages for it, and what they are encrypted with. */
export interface SealedPushSubscription {
  readonly endpoint: string;
  /** Its public key, base64url. */
  readonly p256dh: string;
  /** What it and we alone know, base64url. */
  readonly auth: string;
}

/** `secret`: the private key on P-256, hex. */
export interface SealedPushKey {
  readonly secret: string;
}

export interface PushKey {
  readonly id: string;
  readonly sealed: Sealed;
}

/** A browser that wants to be told. */
export interface PushSubscription {
  readonly id: string;
  readonly userId: string;
  /** It ends with this session. */
  readonly sessionId: string;
  readonly sealed: Sealed;
  readonly agent: string | null;
  readonly createdAt: Date;
}

export interface NewPushSubscription extends PushSubscription {
  /** Of the endpoint. */
  readonly endpointHash: string;
}

/** What browsers are told in one organization. */
export interface Pushes {
  findKey(): Promise<PushKey | null>;
  /** @returns the one that is there already, where somebody else was faster */
  addKey(key: PushKey): Promise<PushKey>;
  /** In the place of what its session, or its browser, had before. */
  subscribe(subscription: NewPushSubscription): Promise<void>;
  /** The oldest first. */
  listOfUser(userId: string): Promise<PushSubscription[]>;
  find(id: string): Promise<PushSubscription | null>;
  /** @returns whether this user had it */
  remove(userId: string, id: string): Promise<boolean>;
  /** Puts a job for each of a user's browsers: with what else the transaction stores, or not at all. */
  put(userId: string, message: PushMessage): Promise<void>;
}

/** What the seal of a browser is bound to. */
export const pushSubscriptionIdentity = (organizationId: string, id: string): string => `push-subscription/${organizationId}/${id}`;
/** What the seal of an organization's key is bound to. */
export const pushKeyIdentity = (organizationId: string, id: string): string => `push-key/${organizationId}/${id}`;
