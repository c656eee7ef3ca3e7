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
  /** The oldest that nobody has applied yet. */
  listWaiting(limit: number): Promise<StoredWebhook[]>;
  markApplied(id: string, at: Date): Promise<void>;
  /** Forgets what was applied and came before that. @returns how many */
  removeApplied(before: Date): Promise<number>;
}
