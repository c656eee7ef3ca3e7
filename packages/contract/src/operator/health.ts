import * as z from 'zod/mini';
import { route } from '../route.ts';
import { Id, IsoTime } from '../shapes.ts';

/** What is not as it should be. A screen says what to do about each. */
export const alarmCodes = [
  'noWorker',
  'processSilent',
  'eventLoopLate',
  'booksDiffer',
  'ledgerOverdrawn',
  'restOverdrawn',
  'makerStopped',
  'ordersUnknown',
  'reconciliationOld',
  'ledgersUnchecked',
  'ledgersUnowned',
  'exchangeHalted',
  'exchangeSilent',
  'limitNearlyUsed',
  'clockOff',
  'jobsLate',
  'jobsDead',
  'mailsLate',
  'mailsGivenUp',
  'databaseSlow',
  'connectionsWaitedFor',
  'backupOld',
  'auditBroken',
] as const;

const Alarm = z.object({
  code: z.enum(alarmCodes),
  /** Of what: a process, an exchange, a queue; null where it is about all. */
  of: z.nullable(z.string()),
  /** How many, or for how many seconds, or percent, by its code. */
  figure: z.nullable(z.number()),
});
export type Alarm = z.infer<typeof Alarm>;

const Process = z.object({
  _id: Id,
  kind: z.enum(['server', 'worker']),
  name: z.string(),
  startedAt: IsoTime,
  reportedAt: IsoTime,
  /** It should have reported since: it hangs, or has ended without saying so. */
  isSilent: z.boolean(),
  memoryBytes: z.nullable(z.number()),
  /** Of processor cores. */
  cores: z.nullable(z.number()),
  /** How late its event loop is, at the 99th percentile. */
  lagSeconds: z.nullable(z.number()),
  /** Null of what runs no bots. */
  bots: z.nullable(
    z.object({
      accounts: z.number(),
      eventsWaiting: z.number(),
      eventsPerSecond: z.number(),
      takeOvers: z.number(),
      ordersUnknown: z.number(),
      differing: z.number(),
      reconciledAt: z.nullable(IsoTime),
    }),
  ),
});
export type HealthOfProcess = z.infer<typeof Process>;

export const Health = z.object({
  at: IsoTime,
  /** What is wrong now, the gravest first. */
  alarms: z.array(Alarm),
  processes: z.array(Process),
  database: z.object({
    engine: z.enum(['postgres', 'pglite']),
    /** How long one question takes. */
    answersInMs: z.number(),
    bytes: z.number(),
    /** Of this server: connections in use, idle, and who waits for one. */
    connections: z.object({ inUse: z.number(), idle: z.number(), waiting: z.number() }),
  }),
  /** Those that are due, and those that were given up, by queue. */
  jobs: z.array(z.object({ queue: z.string(), due: z.number(), oldestAgeSeconds: z.number(), dead: z.number() })),
  /** `isInbox`: no mail server is asked, they are read where the product is tried out. `givenUp`: within a day. */
  mails: z.object({ waiting: z.number(), oldestAgeSeconds: z.number(), givenUp: z.number(), isInbox: z.boolean() }),
  exchanges: z.array(
    z.object({
      _id: Id,
      name: z.string(),
      enabled: z.boolean(),
      /** Null where nobody asks it now. */
      isReachable: z.nullable(z.boolean()),
      isHalted: z.boolean(),
      /** From 0 to 1; null where it does not say. */
      limitUsed: z.nullable(z.number()),
      /** How far its clock is ahead of ours. */
      clockOffsetSeconds: z.nullable(z.number()),
      answeredAt: z.nullable(IsoTime),
      streamedAt: z.nullable(IsoTime),
    }),
  ),
  /** Orders of which it is not known whether the exchange has them. */
  ordersUnknown: z.number(),
  eventsPerSecond: z.number(),
  /** When the running bot that was compared with its exchange the longest ago was; null while none runs. */
  reconciledAt: z.nullable(IsoTime),
  /** When the database last archived a part of its log; null where it archives none. */
  backedUpAt: z.nullable(IsoTime),
});
export type Health = z.infer<typeof Health>;

export const getHealth = route({
  surface: 'operator',
  needs: 'read',
  method: 'GET',
  path: '/ango-ya/health',
  summary: 'How everything stands that the platform runs on, with what is wrong. Two seconds old at most.',
  reply: Health,
});
