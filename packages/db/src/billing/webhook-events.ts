/** A genuine webhook, as it came. */
export interface StoredWebhook {
  /** The provider's: the same when it is sent again. */
  readonly id: string;
  readonly type: string;
  readonly paypalSubscriptionId: string | null;
  readonly body: string;
  readonly receivedAt: Date;
}

export interface WebhookEvents {
  /** @returns false where it is known already */
  put(event: StoredWebhook): Promise<boolean>;
  /** What nobody has applied yet and is due, longest first. */
  listDue(now: Date, limit: number): Promise<StoredWebhook[]>;
  /** All of a type, applied or not, as far as they are kept; in the order in which they came. */
  listOfType(type: string): Promise<StoredWebhook[]>;
  markApplied(id: string, at: Date): Promise<void>;
  /** It could not be applied: what is due before `until` comes before it. */
  putOff(id: string, until: Date): Promise<void>;
  /** Forgets what was applied and came before that. @returns how many */
  removeApplied(before: Date): Promise<number>;
}
