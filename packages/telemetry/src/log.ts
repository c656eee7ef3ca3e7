/** The levels that an event can have; a log leaves out what is below its own. */
export type Level = 'info' | 'warn' | 'error';

const orderFields = ['clientOrderId', 'pair', 'side', 'price', 'amount'] as const;

export interface EventRule {
  readonly level: Level;
  /** That each of them carries. */
  readonly fields: readonly string[];
  /** That one of them may carry besides; and each `err`. */
  readonly optional?: readonly string[];
  readonly says: string;
}

/** Every event that a log can have: `noun.verb_past`. */
export const logEvents = {
  'order.placed': {
    level: 'info',
    fields: [...orderFields, 'exchangeOrderId', 'marketPrice', 'rebalanceId'],
    says: 'The exchange has taken an order. Once for each order, by whatever way it became known.',
  },
  'fill.booked': {
    level: 'info',
    fields: [...orderFields, 'exchangeOrderId', 'tradeId', 'fee', 'feeCurrency', 'isMaker'],
    says: 'A trade of an order was booked: its price and amount. Once for each trade, also of an order that stays open.',
  },
  'order.filled': { level: 'info', fields: [...orderFields, 'exchangeOrderId'], says: 'An order was filled to the end.' },
  'order.canceled': {
    level: 'info',
    fields: [...orderFields, 'exchangeOrderId', 'filled'],
    says: 'An order ended before it was filled to the end: we cancelled it, or the exchange did.',
  },
  'order.refused': { level: 'warn', fields: [...orderFields, 'reason', 'exchangeCode'], says: 'The exchange refused an order.' },
  'order.not_sent': {
    level: 'warn',
    fields: [...orderFields, 'reason'],
    says: 'An order did not leave: the exchange cannot be reached, or it was too late for it.',
  },
  'order.unconfirmed': {
    level: 'warn',
    fields: [...orderFields, 'reason'],
    says: 'It is not known whether the exchange has an order; it is searched for.',
  },
  'order.never_arrived': { level: 'warn', fields: [...orderFields], says: 'The search ended: the exchange does not have the order.' },
  'order.search_failed': { level: 'error', fields: ['clientOrderId'], says: 'A search for an order broke off by a fault of ours.' },
  'order.search_unanswered': {
    level: 'warn',
    fields: ['clientOrderId', 'reason'],
    says: 'The exchange did not answer a question for an order; it is asked again.',
  },
  'orders.cancel_failed': { level: 'warn', fields: [], says: 'Orders of a bot that is given up could not be cancelled.' },

  'bot.opened': { level: 'info', fields: ['phase', 'openOrders'], says: 'A worker has loaded a bot and runs it.' },
  'bot.ended': { level: 'warn', fields: ['reason'], says: 'A worker runs a bot no longer: another owns it, or it failed again and again.' },
  'bot.started': { level: 'info', fields: ['pairs'], says: 'A bot runs: its start was checked.' },
  'bot.start_refused': { level: 'warn', fields: ['cause'], says: 'The start of a bot was refused by its checks.' },
  'bot.stop_requested': { level: 'info', fields: ['by', 'cause'], says: 'A bot cancels its orders; `cause` where nobody asked for it.' },
  'bot.stopped': {
    level: 'info',
    fields: ['cause'],
    optional: ['by', 'cancelled', 'filledMeanwhile', 'unconfirmed'],
    says: 'A bot has stopped: nothing of it is open, or `unconfirmed` orders may be.',
  },
  'bot.rebalance_planned': {
    level: 'info',
    fields: ['rebalanceId', 'orders'],
    says: 'The orders of a rebalance are planned, or what is left of it planned anew.',
  },
  'bot.rebalanced': {
    level: 'info',
    fields: ['rebalanceId', 'status', 'cause'],
    says: 'A rebalance ended: completed, failed or cancelled.',
  },
  'bot.refused': { level: 'warn', fields: ['reason'], says: "The bot's exchange may not be used any more; its user was notified." },
  'bot.refuse_failed': {
    level: 'warn',
    fields: [],
    says: "That a bot's exchange may not be used any more could not be stored; it is tried again.",
  },
  'bot.reconcile_failed': { level: 'error', fields: [], says: 'What is requested of a bot could not be carried out; it is retried.' },
  'bot.failed': {
    level: 'error',
    fields: ['reference', 'events', 'failures'],
    says: 'A fault of ours in a bot: it loads what is stored and goes on from there. Where it is given up, its user was told the last reference.',
  },
  'bot.reload_failed': { level: 'warn', fields: [], says: 'What is stored of a bot could not be loaded after a fault; it is tried again.' },
  'bot.act_failed': { level: 'error', fields: [], says: 'Something that a decision led to broke off by a fault of ours.' },
  'bot.ownership_lost': { level: 'warn', fields: [], says: 'Another worker owns the bot: this one lets go of it.' },
  'bot.close_timed_out': { level: 'warn', fields: ['unfinished'], says: 'A bot was closed with work still under way.' },
  'journal.write_failed': { level: 'warn', fields: [], says: 'A decision could not be stored; the bot waits and tries again.' },

  'account.claimed': {
    level: 'info',
    fields: ['organizationId', 'exchangeAccountId', 'epoch'],
    says: 'A worker owns an exchange account and runs its bots.',
  },
  'account.released': {
    level: 'info',
    fields: ['organizationId', 'exchangeAccountId', 'epoch'],
    says: 'A worker lets go of an exchange account: nothing runs on it any more, or another worker has room.',
  },
  'account.lost': {
    level: 'warn',
    fields: ['organizationId', 'exchangeAccountId', 'epoch'],
    says: 'An exchange account is not this worker’s any more: another one has taken it, or it was deleted.',
  },
  'account.release_failed': {
    level: 'warn',
    fields: ['workerId'],
    says: 'Exchange accounts could not be given to another worker; it is tried again.',
  },
  'account.load_failed': {
    level: 'warn',
    fields: ['organizationId', 'accounts'],
    says: 'What is stored of exchange accounts could not be read together; each is read for itself.',
  },
  'account.reconcile_failed': {
    level: 'warn',
    fields: [],
    optional: ['exchangeAccountId'],
    says: 'What is requested of the bots of an exchange account could not be read; it is retried.',
  },
  'ledger.check_failed': {
    level: 'warn',
    fields: ['exchangeAccountId'],
    says: 'The wallet of an exchange account of the platform could not be held against what is booked; it is tried again.',
  },
  'bot.compare_failed': {
    level: 'error',
    fields: ['reference', 'botId'],
    says: 'A bot, or a wallet of the platform, could not be compared with its exchange, by a fault of ours; who looked was given the reference.',
  },
  'ledger.wallet_moved': {
    level: 'error',
    fields: ['exchangeAccountId', 'currency', 'amount'],
    says: 'Money came to an exchange account of the platform, or left it, by no order of ours; it is booked to what no virtual account has.',
  },
  'ledger.unmatched_fill': {
    level: 'error',
    fields: ['exchangeAccountId', 'pair', 'side', 'amount', 'price', 'clientOrderId', 'exchangeOrderId'],
    says: 'An order that is none of ours was filled on an exchange account of the platform; it is booked to what no virtual account has.',
  },
  'account.disconnect_failed': {
    level: 'warn',
    fields: [],
    optional: ['accountId'],
    says: 'A connection to an exchange account could not be closed.',
  },
  'account.entered_twice': {
    level: 'warn',
    fields: ['exchangeAccountId'],
    says: "The account at the exchange belongs to another user's bots as well: those of this one stop.",
  },
  'key_rights.check_failed': { level: 'warn', fields: [], says: 'Which keys are due to be checked could not be read; it is tried again.' },
  'key_rights.fetch_failed': {
    level: 'error',
    fields: ['exchangeAccountId'],
    says: 'What a key may do could not be found out, by a fault of ours: its exchange is not to blame. It is tried again in a few minutes.',
  },
  'key_rights.exceeded': { level: 'warn', fields: ['exchangeAccountId', 'fault'], says: 'A key may withdraw or transfer: its bots stop.' },

  'exchange.halted': {
    level: 'warn',
    fields: ['exchange', 'from', 'forMs'],
    says: 'The exchange lets nobody call from this address for a while.',
  },
  'exchange.request_failed': {
    level: 'warn',
    fields: [],
    optional: ['exchange', 'route'],
    says: 'An exchange could not be asked for a page.',
  },
  'halt.share_failed': { level: 'warn', fields: ['exchange'], says: "An exchange's halt could not be shared with other processes." },
  'halt.read_failed': { level: 'warn', fields: ['exchange'], says: 'Halts that other processes know of could not be read.' },
  'turns.take_failed': {
    level: 'warn',
    fields: ['exchange'],
    says: 'The turns to connect could not be read; no stream is opened meanwhile.',
  },
  'stream.disconnected': { level: 'warn', fields: [], says: 'A private stream broke; it is opened again.' },
  'snapshot.failed': { level: 'warn', fields: [], says: 'A bot could not compare its orders with the exchange; it is tried again.' },
  'wallet.fetch_failed': { level: 'warn', fields: [], says: 'A wallet could not be asked for; it is tried again.' },
  'fills.fetch_failed': { level: 'warn', fields: ['pair'], says: 'Trades could not be asked for; it is tried again.' },
  'prices.fetch_failed': { level: 'warn', fields: [], optional: ['failures'], says: 'Prices could not be asked for; it is tried again.' },
  'prices.disconnected': {
    level: 'warn',
    fields: [],
    says: 'The stream of prices broke: no price is known until it is received or fetched again.',
  },
  'prices.publish_failed': { level: 'warn', fields: [], says: 'Prices could not be published to the servers.' },

  'worker.started': { level: 'info', fields: ['name'], says: 'The worker runs.' },
  'worker.stop_requested': { level: 'info', fields: ['signal'], says: 'The worker was asked to stop.' },
  'worker.stopped': { level: 'info', fields: [], says: 'The worker has let go of everything.' },
  'worker.registered': { level: 'info', fields: ['workerId', 'name'], says: 'The worker is known to the others.' },
  'worker.claims_lost': {
    level: 'warn',
    fields: ['workerId'],
    says: 'The worker was taken for gone: it lets go of everything and registers again.',
  },
  'worker.leave_failed': {
    level: 'warn',
    fields: [],
    says: 'The worker could not take itself off the list; it is taken for gone in a few seconds.',
  },
  'claims.renew_failed': {
    level: 'warn',
    fields: [],
    says: 'The worker could not say that it is there; after a few seconds others take its accounts.',
  },

  'subscription.flagged': {
    level: 'warn',
    fields: ['organizationId', 'subscriptionId', 'state'],
    says: 'The payment provider reported something unexpected of a subscription: a charge after its end, or a payment taken back.',
  },
  'subscription.unclaimed': {
    level: 'warn',
    fields: ['organizationId', 'paypalSubscriptionId'],
    says: 'The payment provider charged for a purchase on which nobody can be put; it was cancelled there, and what was paid is to be paid back.',
  },
  'subscription.fetch_failed': {
    level: 'warn',
    fields: ['organizationId', 'subscriptionId'],
    says: 'The payment provider could not be asked for a subscription; it is tried again.',
  },
  'subscription.end_failed': {
    level: 'warn',
    fields: ['organizationId', 'subscriptionId'],
    says: 'A subscription of a replaced account at PayPal, or of somebody who may not trade, could not be ended there; it is tried again.',
  },
  'charging.end_failed': {
    level: 'warn',
    fields: ['organizationId', 'userId'],
    says: 'What a suspended user is charged for could not be ended at the payment provider yet; it is tried again.',
  },
  'bulk_act.target_failed': {
    level: 'error',
    fields: ['organizationId', 'actId', 'userId'],
    says: 'An act on many users failed for one of them, who is listed as refused; the others have their turns.',
  },
  'bulk_act.failed': {
    level: 'error',
    fields: ['organizationId', 'actId'],
    says: 'An act on many users could not go on; it is tried again, and those of others go on.',
  },
  'payments.save_failed': {
    level: 'warn',
    fields: [],
    says: "Trial only: what the payment provider's stand-in knows could not be written down; it is tried again.",
  },
  'payment.unexpected': {
    level: 'warn',
    fields: ['organizationId', 'key'],
    says: 'A payment that nobody expected was recorded: no such subscription, or another amount.',
  },
  'checkout.settle_failed': {
    level: 'warn',
    fields: ['organizationId', 'checkoutId'],
    says: 'What became of a purchase could not be found out; it is tried again.',
  },
  'webhook.make_failed': {
    level: 'warn',
    fields: ['organizationId'],
    says: 'The payment provider makes no webhook for this address; it is asked for its events instead.',
  },
  'webhook.apply_failed': {
    level: 'warn',
    fields: ['organizationId', 'eventId'],
    says: 'An event of the payment provider could not be applied; it is tried again.',
  },
  'events.fetch_failed': {
    level: 'warn',
    fields: ['organizationId'],
    says: 'The payment provider could not be asked for its events; it is tried again.',
  },

  'job.failed': {
    level: 'warn',
    fields: ['queue', 'jobId', 'attempt'],
    says: "An attempt at a job failed; it is tried again as its queue's rules say.",
  },
  'job.wake_failed': { level: 'warn', fields: ['queue'], says: 'Work that is due now could not be asked for; its next time comes.' },
  'jobs.failed': { level: 'warn', fields: [], says: 'The queues of jobs could not be worked on; it is tried again.' },
  'jobs.warned': { level: 'warn', fields: ['message'], says: 'The queues of jobs are slower than they should be.' },
  'mail.sent': { level: 'info', fields: ['mailId', 'attempt'], says: 'A mail left.' },
  'mail.send_failed': { level: 'warn', fields: ['mailId', 'attempt', 'isGivenUp'], says: 'A mail could not be sent.' },
  'mail.refused': {
    level: 'warn',
    fields: ['mailId', 'attempt', 'reason'],
    says: 'The mail server will never take a mail: its reader is not there, or it does not want it. `reason`: its code.',
  },
  'mail.mark_failed': { level: 'warn', fields: [], says: 'That a mail was sent could not be stored; it is tried again.' },
  'mail.write_failed': { level: 'error', fields: ['userId', 'template'], says: 'A mail could not be written: its user is not notified.' },
  'push.sent': { level: 'info', fields: ['subscriptionId'], says: 'A browser was told what happened.' },
  'push.browser_gone': {
    level: 'info',
    fields: ['subscriptionId', 'status'],
    says: 'A browser wants to be told nothing any more, says its push service: it is forgotten.',
  },
  'push.refused': {
    level: 'warn',
    fields: ['subscriptionId', 'status'],
    says: 'A push service does not take a message for a browser. `status`: its answer; 0 where it was not asked, since its address cannot be used.',
  },
  'mails.adopted': { level: 'info', fields: ['mails'], says: 'Mails of an earlier version were given to the queue.' },
  'broadcast.started': {
    level: 'info',
    fields: ['organizationId', 'broadcastId', 'recipients'],
    says: 'A mail to many users begins to be sent.',
  },
  'broadcast.rested': {
    level: 'warn',
    fields: ['organizationId', 'broadcastId', 'reason', 'until'],
    says: 'The mail server takes no mails of a broadcast; it goes on later. `reason`: what it said, or why it said nothing.',
  },
  'broadcast.paused': {
    level: 'warn',
    fields: ['organizationId', 'broadcastId', 'tried', 'refused'],
    says: 'Too many mails of a broadcast were refused for good: an administrator decides whether it goes on.',
  },
  'broadcast.ended': {
    level: 'info',
    fields: ['organizationId', 'broadcastId', 'sent', 'failed'],
    says: 'A broadcast has ended: no mails of it are left to send.',
  },
  'broadcast.failed': {
    level: 'error',
    fields: ['organizationId', 'broadcastId'],
    says: 'A broadcast broke off by a fault of ours; it is tried again.',
  },
  'leftovers.removed': {
    level: 'info',
    fields: ['signUps', 'sessions', 'mails', 'recipients', 'apiKeys', 'answers'],
    says: 'What is over was removed.',
  },
  'entitlements.check_failed': {
    level: 'warn',
    fields: ['organizationId'],
    says: "Whether plans still let an organization's bots run could not be looked up; it is tried again.",
  },
  'entitlement.failed': {
    level: 'warn',
    fields: ['organizationId', 'userId'],
    says: 'What follows from what their plan lets a user do, to stop their bots or to tell them, could not be stored; it is tried again.',
  },
  'bots.not_entitled': {
    level: 'info',
    fields: ['organizationId', 'userId', 'reasons'],
    says: "A user's bots were stopped: the plan does not let them run any more.",
  },
  'audit.limit_exceeded': {
    level: 'warn',
    fields: ['megabytes', 'maxMegabytes', 'remedy'],
    says: 'The audit log takes more room than it may.',
  },
  'audit.sealed': {
    level: 'info',
    fields: ['organizationId', 'day', 'entries', 'seal'],
    says: 'A day of the audit log is over and sealed, of an organization, or of the platform. Whoever keeps this line can tell whether the log was made anew with all its seals.',
  },
  'audit.broken': {
    level: 'error',
    fields: ['organizationId', 'days'],
    says: 'Days of the audit log are not what they were when they were sealed: entries were changed, added or taken away.',
  },
  'audit.check_failed': {
    level: 'error',
    fields: ['organizationId'],
    says: 'The audit log of an organization, or of the platform, could not be read, or its days not be sealed; it is tried again the next night. The others are.',
  },
  'audit.store_failed': { level: 'error', fields: ['action'], says: 'An entry of the audit log could not be stored.' },
  'audit.months_failed': {
    level: 'warn',
    fields: [],
    says: 'Room for the months of the audit log to come could not be made; it is tried again daily.',
  },

  'server.started': { level: 'info', fields: ['url', 'surfaces'], says: 'The server listens, for these surfaces.' },
  'server.stop_requested': { level: 'info', fields: ['signal'], says: 'The server was asked to stop.' },
  'server.stopped': { level: 'info', fields: [], says: 'The server has answered what was under way and ended.' },
  'http.answered': {
    level: 'info',
    fields: ['method', 'route', 'status', 'ms'],
    optional: ['surface', 'organizationId', 'subjectId'],
    says: 'A request was answered.',
  },
  'http.failed': {
    level: 'error',
    fields: ['reference', 'method', 'route'],
    says: 'A fault of ours in a call; its caller was given the reference.',
  },
  'partner.link_failed': {
    level: 'warn',
    fields: ['userId', 'attempt'],
    optional: ['status'],
    says: 'A partner did not take a user whose account it is to link; it is asked three times, unless it refuses.',
  },
  'session.touch_failed': { level: 'warn', fields: ['sessionId'], says: 'That a session was used could not be stored.' },
  'signal.send_failed': {
    level: 'warn',
    fields: ['channel'],
    says: 'Something could not be published to other processes; they find it when they check next.',
  },
  'signal.parse_failed': { level: 'warn', fields: [], says: 'A message of another process cannot be read.' },
  'download.failed': { level: 'warn', fields: ['route'], says: 'Rows could not be read on; what had been sent of them ends there.' },
  'events.read_failed': {
    level: 'warn',
    fields: [],
    optional: ['botId'],
    says: 'What an event is about could not be read; the pages are asked to read again.',
  },
  'backtest.thread_failed': { level: 'warn', fields: [], says: 'The thread of back-tests ended; a new one is begun.' },
  'course.failed': {
    level: 'warn',
    fields: ['organization', 'course'],
    says: 'The result of a course could not be computed; it is tried again.',
  },
  'candles.fetch_failed': { level: 'warn', fields: ['exchange', 'pair'], says: 'Candles could not be fetched.' },
  'candles.touch_failed': { level: 'warn', fields: [], says: 'Which candles were asked for could not be stored.' },
  'candles.cleared': { level: 'info', fields: ['days'], says: 'Candles were deleted for want of room, or because nobody asked for them.' },
  'start_page.fill_failed': { level: 'warn', fields: [], says: 'The start page was sent without what it is usually sent with.' },
  'process.report_failed': {
    level: 'warn',
    fields: [],
    says: 'How a process stands could not be written down; it is tried again.',
  },
  'metrics.started': { level: 'info', fields: ['url'], says: 'Metrics are served.' },
  'metrics.failed': { level: 'error', fields: [], says: 'Metrics could not be put together.' },

  'database.opened': { level: 'info', fields: ['engine', 'migrationsApplied'], says: 'The database is open and its schema up to date.' },
  'database.failed': { level: 'warn', fields: ['route'], says: 'A call could not be answered because of the database.' },
  'database.connection_lost': { level: 'warn', fields: [], says: 'A connection to the database broke.' },
  'database.listener_lost': { level: 'warn', fields: [], says: 'The connection for notifications broke; it is opened again.' },
  'database.listener_restored': { level: 'info', fields: ['tries'], says: 'Notifications come again; listeners were asked to read again.' },
  'database.listener_failed': { level: 'warn', fields: ['channel'], says: 'A listener broke off by a fault of ours.' },
  'database.unlisten_failed': { level: 'warn', fields: ['channel'], says: 'A channel could not be left.' },
  'database.presence_lost': { level: 'warn', fields: [], says: 'The connection by which other processes see this one broke.' },
  'database.presence_failed': { level: 'warn', fields: ['meaning'], says: 'It could not be opened again yet.' },
  'database.presence_restored': { level: 'warn', fields: ['token'], says: 'Other processes see this one again.' },
  'database.vacuum_failed': { level: 'warn', fields: [], says: 'The embedded database could not be vacuumed.' },

  'venue.started': { level: 'info', fields: ['url', 'feed', 'speed'], says: 'The virtual exchange listens.' },
  'venue.stop_requested': { level: 'info', fields: ['signal'], says: 'The virtual exchange was asked to stop.' },
  'venue.stop_failed': { level: 'error', fields: [], says: 'The virtual exchange could not be closed.' },
  'venue.failed': { level: 'error', fields: [], says: 'A fault of ours in a call of the virtual exchange.' },
  'feed.failed': { level: 'warn', fields: [], says: 'A followed market cannot be read at present.' },
  'market.stopped': { level: 'error', fields: [], says: 'The virtual market stands still for good.' },
} as const satisfies Readonly<Record<string, EventRule>>;

type Events = typeof logEvents;
export type LogEvent = keyof Events;
type EventsAt<At extends Level> = { [Event in LogEvent]: Events[Event]['level'] extends At ? Event : never }[LogEvent];
type OptionalOf<Event extends LogEvent> = Events[Event] extends { readonly optional: readonly (infer Field extends string)[] }
  ? Field
  : never;
type FieldsOf<Event extends LogEvent> = Readonly<
  Record<Events[Event]['fields'][number], unknown> & Partial<Record<OptionalOf<Event> | 'err', unknown>>
>;

/** One event and its fields. Never a secret, never prose; an error goes under `err`. A pino logger is one. */
export interface Log {
  info<Event extends EventsAt<'info'>>(fields: FieldsOf<Event>, event: Event): void;
  warn<Event extends EventsAt<'warn'>>(fields: FieldsOf<Event>, event: Event): void;
  error<Event extends EventsAt<'error'>>(fields: FieldsOf<Event>, event: Event): void;
}

/** The same log with fields that all its lines carry. */
export const logWith = (log: Log, context: Readonly<Record<string, string>>): Log => ({
  info: (fields, event) => log.info({ ...context, ...fields }, event),
  warn: (fields, event) => log.warn({ ...context, ...fields }, event),
  error: (fields, event) => log.error({ ...context, ...fields }, event),
});

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };
