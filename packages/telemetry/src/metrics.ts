/**
 * Every figure that a process shows, under the prefix `tenbin_`. Seconds, ratios from 0 to 1, and labels of few values: no
 * ids, no names of users, no pairs. What OpenTelemetry's and Prometheus' conventions ask for: base units in the name, `_total`
 * at the end of what only grows.
 */

export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  readonly help: string;
  /** Upper bounds, of a histogram. */
  readonly buckets?: readonly number[];
  /** Of several readings with the same labels the greatest counts, or the least, or the one that is the farthest from 0; otherwise their sum. */
  readonly joinedBy?: 'max' | 'min' | 'farthest';
  /** Of a counter, labels that stand at 0 from the start: of a series that begins at 1 a rule does not see the first. */
  readonly from?: readonly Readonly<Record<string, string>>[];
}

const calls = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const reactions = [0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export const metricTable = {
  http_request_duration_seconds: {
    kind: 'histogram',
    labels: ['method', 'route', 'status'],
    buckets: calls,
    help: 'From a request to the end of its answer. The route is the template, “none” for an address that is not there, and the method _OTHER for one that HTTP does not have; event streams count with their whole life.',
  },

  // Asked before whatever else asks the database: behind those it would tell how long they take.
  database_answer_seconds: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'max',
    help: 'How long the database takes for the plainest question, its wait for a connection included; absent while it does not answer.',
  },
  database_connections: { kind: 'gauge', labels: ['pool', 'state'], help: 'Connections to the database: in_use or idle.' },
  database_requests_waiting: { kind: 'gauge', labels: ['pool'], help: 'Who waits for a connection to the database.' },

  exchange_request_duration_seconds: {
    kind: 'histogram',
    labels: ['exchange', 'call', 'outcome'],
    buckets: calls,
    help: 'A call of an exchange, its wait for its turn included. Outcome: ok, or the kind of error: transient, rejected, unknown.',
  },
  exchange_limit_used_ratio: {
    kind: 'gauge',
    labels: ['exchange'],
    joinedBy: 'max',
    help: 'Of the requests that the exchange takes from this address in the current window, by its own count, orders not counted as such; absent where it reports none.',
  },
  exchange_halted: {
    kind: 'gauge',
    labels: ['exchange'],
    joinedBy: 'max',
    help: '1 while nothing may be sent from this address because the exchange said so.',
  },
  exchange_clock_offset_seconds: {
    kind: 'gauge',
    labels: ['exchange'],
    joinedBy: 'farthest',
    help: 'How far the exchange’s clock is ahead of ours, by the date of its last answer, to about a second; absent before the first.',
  },
  exchange_last_answer_timestamp_seconds: {
    kind: 'gauge',
    labels: ['exchange'],
    joinedBy: 'max',
    help: 'When the exchange last answered a call, whatever it said, in seconds since 1970; absent before the first answer.',
  },
  exchange_stream_last_message_timestamp_seconds: {
    kind: 'gauge',
    labels: ['exchange'],
    joinedBy: 'max',
    help: 'When the stream of prices last said anything, in seconds since 1970; absent while nothing is followed.',
  },

  orders_placed_total: { kind: 'counter', labels: ['exchange', 'side'], help: 'Orders that the exchange has taken.' },
  fills_total: { kind: 'counter', labels: ['exchange', 'side'], help: 'Trades that were booked, also of orders that stay open.' },
  orders_filled_total: { kind: 'counter', labels: ['exchange', 'side'], help: 'Orders that were filled to the end.' },
  orders_canceled_total: { kind: 'counter', labels: ['exchange', 'side'], help: 'Orders that ended before they were filled to the end.' },
  orders_rejected_total: {
    kind: 'counter',
    labels: ['exchange', 'reason'],
    help: 'Orders that the exchange refused, or that did not leave: the reason is the code of the error.',
  },
  orders_unknown: { kind: 'gauge', labels: [], help: 'Orders of which it is not known whether the exchange has them.' },
  quotes_withheld_total: {
    kind: 'counter',
    labels: ['reason'],
    help: 'How often a decision held back an order that its bot wants; the reason is the kind of the line in the timeline.',
  },
  fill_to_requote_seconds: {
    kind: 'histogram',
    labels: ['exchange'],
    buckets: reactions,
    help: 'From the first news of a fill to the exchange’s answer to the first order that followed from it.',
  },

  bots: {
    kind: 'gauge',
    labels: ['state', 'cause'],
    help: 'All bots of the installation by state, and why those stop or stopped that nobody asked to. Every worker says the same: take the greatest.',
  },
  bots_stopped_total: {
    kind: 'counter',
    labels: ['cause'],
    from: [{ cause: 'internal' }],
    help: 'Stops; cause “asked” where somebody asked for it.',
  },
  bot_events_total: { kind: 'counter', labels: [], help: 'Events that this worker’s bots have decided upon.' },
  bot_events_waiting: { kind: 'gauge', labels: [], help: 'Events that wait in the mailboxes of this worker’s bots.' },
  accounts_owned: { kind: 'gauge', labels: [], help: 'Exchange accounts whose bots this worker runs.' },
  reconcile_last_success_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    help: 'Of this worker’s running bots the one that was compared with its exchange the longest ago: when, in seconds since 1970, or when it was taken up; absent while none runs.',
  },
  consistency_differences: {
    kind: 'gauge',
    labels: ['kind'],
    help: 'What two looks running of this worker have seen to differ, by the kinds of the consistencies: bots whose wallet has less than their ledger (ledgerDiffers), or more, or what nobody explains (walletMoved), and exchange accounts whose virtual accounts are not their wallet (virtualAccountDiffers).',
  },
  consistency_differing_since_timestamp_seconds: {
    kind: 'gauge',
    labels: ['kind'],
    joinedBy: 'min',
    help: 'Of what consistency_differences counts the one that has differed the longest: since when, in seconds since 1970; absent while none does. Money that only came (walletMoved) has none.',
  },
  ledger_check_last_success_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'min',
    help: 'Of this worker’s exchange accounts with virtual accounts the one that was held against its wallet the longest ago: when, in seconds since 1970, or when it was taken up; absent while there is none.',
  },
  worker_takeovers_total: { kind: 'counter', labels: [], help: 'Exchange accounts that this worker took from one that was gone.' },

  job_oldest_age_seconds: {
    kind: 'gauge',
    labels: ['queue'],
    help: 'How long the job that is due the longest has waited; 0 where none waits.',
  },
  jobs_waiting: { kind: 'gauge', labels: ['queue'], help: 'Jobs that are due and not taken.' },
  jobs_dead: {
    kind: 'gauge',
    labels: ['queue'],
    joinedBy: 'max',
    help: 'Jobs that were given up after their last attempt, for as long as they are kept: a day, those of mails a week. Every process says the same: take the greatest.',
  },
  jobs_failed_total: { kind: 'counter', labels: ['queue'], help: 'Attempts at a job that failed in this process.' },
  job_parts_failed_total: {
    kind: 'counter',
    labels: ['queue'],
    help: 'What jobs passed over in this process: what failed for one organization, user or payment, while the job itself went on.',
  },
  mail_sent_total: {
    kind: 'counter',
    labels: ['outcome'],
    from: [{ outcome: 'given_up' }],
    help: 'Mails: sent, failed (and tried again), or given_up.',
  },

  venue_accounts: { kind: 'gauge', labels: [], help: 'Accounts of the virtual exchange.' },

  ledger_overdrawn: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'max',
    help: 'Ledgers of the installation, of bots and of virtual accounts, of which less than nothing of some currency is free. Every process says the same: take the greatest.',
  },
  rest_overdrawn: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'max',
    help: 'Exchange accounts of the platform of which the virtual accounts leave less than nothing of some currency, by more than rounding leaves over. Every process says the same: take the greatest.',
  },
  ledgers_unowned: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'max',
    help: 'Exchange accounts with virtual accounts that no living worker owns, so that nobody holds them against their wallet. Every process says the same: take the greatest.',
  },
  makers_stopped: {
    kind: 'gauge',
    labels: ['cause'],
    help: 'The platform’s own bots, market makers among them, that have stopped by themselves and were neither started again nor asked to stop since. Every process says the same: take the greatest.',
  },
  audit_days_broken: {
    kind: 'gauge',
    labels: [],
    help: 'Days of the audit log, of the platform and all organizations, that are not what they were when they were sealed. Every process says the same: take the greatest.',
  },
  audit_checks_failed_total: {
    kind: 'counter',
    labels: [],
    help: 'Audit logs, of the platform or of an organization, that could not be read or sealed at night.',
  },
  webhook_last_success_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'max',
    help: 'When the payment provider last sent anything that it had signed, in seconds since 1970; absent where nothing of that is stored.',
  },
  backup_last_success_timestamp_seconds: {
    kind: 'gauge',
    labels: [],
    joinedBy: 'max',
    help: 'When PostgreSQL last archived a part of its log, in seconds since 1970; absent where it archives none.',
  },
} as const satisfies Readonly<Record<string, Metric>>;

type Table = typeof metricTable;
type MetricName = keyof Table;
type NamesOf<Kind extends Metric['kind']> = { [Name in MetricName]: Table[Name]['kind'] extends Kind ? Name : never }[MetricName];
type LabelsOf<Name extends MetricName> = Readonly<Record<Table[Name]['labels'][number], string>>;

export interface Reading<Name extends MetricName> {
  readonly labels: LabelsOf<Name>;
  readonly value: number;
}

/** What a process takes of its machine. */
export interface Usage {
  readonly memoryBytes: number;
  /** Of processor time, since its start. */
  readonly cpuSeconds: number;
  /** How late its event loop was, at the 99th percentile since the last reading. */
  readonly lagSeconds: number;
}

/** Where a process counts. Each composition root makes one and hands it on; two workers in one process have two. */
export interface Metrics {
  /** @param by - 1 unless given */
  count<Name extends NamesOf<'counter'>>(name: Name, labels: LabelsOf<Name>, by?: number): void;
  observe<Name extends NamesOf<'histogram'>>(name: Name, labels: LabelsOf<Name>, seconds: number): void;
  /**
   * A figure that is read when somebody asks for it. What cannot be read then is left out.
   *
   * @returns takes it back
   */
  watch<Name extends NamesOf<'gauge'>>(name: Name, read: () => readonly Reading<Name>[] | Promise<readonly Reading<Name>[]>): () => void;
  /** What a figure is now; nothing where nobody counts it. */
  read<Name extends NamesOf<'gauge' | 'counter'>>(name: Name): Promise<readonly Reading<Name>[]>;
  /** @returns reads what the process uses, each time since the time before; null where nobody measures it */
  followUsage(): { read(): Usage; close(): void } | null;
}

/** Nobody asks. */
export const noMetrics: Metrics = {
  count: () => {},
  observe: () => {},
  watch: () => () => {},
  read: async () => [],
  followUsage: () => null,
};
