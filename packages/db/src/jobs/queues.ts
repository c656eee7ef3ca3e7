import type { Queue } from 'pg-boss';
import type { PushMessage } from '../pushes/pushes.ts';
import type { Sealed } from '../seal/sealed.ts';

/** A worker says so often that it is still at a job; one that has not said so for this long is gone, and another takes it. */
const heartbeatSeconds = 30;
const daySeconds = 86_400;

/** What runs again and again: once over all processes, and what comes due meanwhile is one more run. */
const repeated = {
  policy: 'stately',
  notify: true,
  heartbeatSeconds,
  expireInSeconds: 3600,
  retryLimit: 3,
  retryDelay: 30,
  retryBackoff: true,
  deleteAfterSeconds: daySeconds,
} as const satisfies Omit<Queue, 'name'>;

/**
 * Every queue and its rules. Jobs of those without `notify` are put there by the transactions of tenants, a bot's steps among
 * them: there a NOTIFY would make all that commit wait for one another, so whoever does them is told afterwards.
 */
export const queues = {
  /** One job for each mail, tried for two to three days: a mail server that is away over a weekend loses none. */
  mail: {
    policy: 'standard',
    notify: false,
    heartbeatSeconds,
    // Twenty are fetched together, and a mail server may take a minute for each.
    expireInSeconds: 3600,
    retryLimit: 78,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: 7 * daySeconds,
  },
  /** One job for each browser: what is hours old tells nobody anything that a mail has not told. */
  push: {
    policy: 'standard',
    notify: false,
    heartbeatSeconds,
    expireInSeconds: 3600,
    retryLimit: 8,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    deleteAfterSeconds: daySeconds,
  },
  /** One job for each link that was asked for: whoever waits for it asks again, after hours at the latest. */
  resetLinks: {
    policy: 'standard',
    notify: true,
    heartbeatSeconds,
    expireInSeconds: 3600,
    retryLimit: 8,
    retryDelay: 10,
    retryBackoff: true,
    deleteAfterSeconds: daySeconds,
  },
  /** Results of courses that are due. */
  courses: repeated,
  /** Candles for which there is no room. */
  candles: repeated,
  /** The months of the audit log to come, and how much room all of it takes. */
  audit: repeated,
  /** Days of the audit log that are over, and whether those before are what they were. */
  auditDays: repeated,
  /** Bots whose users have no plan for them any more. */
  entitlements: repeated,
  /** Webhooks of the payment provider, and subscriptions that are to be looked at. */
  payments: repeated,
  /** What the payment provider told and nobody heard, and purchases that wait for their payer. */
  paymentReview: repeated,
  /** Mails to many users: they have a queue of their own, so that nobody's code waits for them. */
  broadcasts: repeated,
  /** Acts of administrators on many users, as long as somebody waits for their turn. */
  bulkActs: repeated,
  /** What is over: sign-ups, sessions, old mails. */
  leftovers: repeated,
} as const satisfies Readonly<Record<string, Omit<Queue, 'name'>>>;

/**
 * pg-boss's own queue: whose time has come is put into its queue by a job of this one, which takes moments. What a worker
 * had in hand when it was killed must not wait for the quarter of an hour that is usual.
 */
export const ownQueues = {
  '__pgboss__send-it': { policy: 'standard', expireInSeconds: 60 },
} as const satisfies Readonly<Record<string, Omit<Queue, 'name'>>>;

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];
/** Those whose work is done again and again, without being given anything. */
export type RepeatedQueue = Exclude<QueueName, 'mail' | 'push' | 'resetLinks'>;

/** What a job of each queue is given. */
export interface JobData {
  readonly mail: { readonly organizationId: string; readonly mailId: string };
  readonly push: { readonly organizationId: string; readonly subscriptionId: string; readonly message: PushMessage };
  readonly resetLinks: {
    readonly organizationId: string;
    readonly surface: 'user' | 'organization' | 'operator';
    /** Whoever's it is, or nobody's: {@link resetLinkIdentity}. */
    readonly sealedEmail: Sealed;
  };
  readonly courses: object;
  readonly candles: object;
  readonly audit: object;
  readonly auditDays: object;
  readonly entitlements: object;
  readonly payments: object;
  readonly paymentReview: object;
  readonly broadcasts: object;
  readonly bulkActs: object;
  readonly leftovers: object;
}

export const resetLinkIdentity = (organizationId: string): string => `reset-link/${organizationId}`;
