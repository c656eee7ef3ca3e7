import type { Filled } from './fill-organization.ts';

/** Something that an administrator asks for: a list, of which pages are asked for, or a figure. */
export interface Question {
  readonly path: string;
  /** What pages are called in it; null: it is one answer. */
  readonly pages: 'skip' | 'offset' | null;
  /** The rows of a page of it as nothing but the database would give them, by ids; null where its rows are none of one table. */
  readonly rows: string | null;
}

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** Every list and count of an administrator, in the filters and orders that cost differently. */
export function questionsOf({ userId, botId, planId, exchangeId, administratorId, referralCode }: Filled): readonly Question[] {
  const ofUsers = [
    '',
    'condition=paid',
    'condition=unpaid',
    'condition=bot-setup-not-completed',
    'condition=bot-is-running',
    'botStatus=stopped',
    'email=99',
    'email=example',
    `id=${userId}`,
    `plan=${planId}`,
    `periodEndsBefore=${day(10)}`,
    'volumeFrom=100',
    'volumeBelow=100',
    'limitUsedFrom=80',
    `referrer=${referralCode}`,
    `seenBefore=${day(-200)}`,
    'isVerified=false',
    'isBanned=true',
    'isFlagged=true',
    'isPaymentMissing=true',
    'isBouncing=true',
    `cameFrom=${day(-30)}`,
  ];
  const orders = [
    'sort=oldest',
    'sort=email',
    'sort=emailDown',
    'sort=lastSeen',
    'sort=lastSeenUp',
    'sort=periodEnd',
    'sort=periodEndDown',
    'sort=lastSeen&condition=paid',
  ];
  const ofBots = [
    '',
    'state=stopped',
    'cause=fault',
    `exchange=${exchangeId}`,
    'pair=BTC/USDT',
    `filledBefore=${day(-7)}`,
    'isRunning=true',
    'name=99',
    'standing=between',
    'cause=fault&stoppedWithinHours=24',
    'keyEndsWithinDays=14',
  ];
  const ofPayments = ['', 'result=FAILED', 'type=SUBSCRIPTION_FEE', 'email=99', 'email=example', `start=${day(-30)}`];
  const ofReferrals = ['', `referrer=${referralCode}`, 'referrer=99', 'referrer=example', `start=${day(-30)}`];
  const ofAudit = ['', `by=${administratorId}`, `about=${userId}`, 'actions=banUser', 'refused=true', `start=${day(-1)}`];
  const list = (path: string, filters: readonly string[], pages: 'skip' | 'offset', rows: string | null): Question[] =>
    filters.map((filter) => ({ path: filter ? `${path}?${filter}` : path, pages, rows }));
  const figure = (path: string, filters: readonly string[] = ['']): Question[] =>
    filters.map((filter) => ({ path: filter ? `${path}?${filter}` : path, pages: null, rows: null }));
  const user = `/admin/users/${userId}`;
  const bot = `/admin/bots/${botId}`;
  return [
    ...list('/admin/users', [...ofUsers, ...orders], 'skip', 'users'),
    ...figure('/admin/users/count', ofUsers),
    ...figure('/admin/users/verified_count'),
    ...figure('/admin/users/active_count'),
    ...figure('/admin/users/count_history', ['scale=day', 'scale=month', 'scale=year']),
    ...list('/admin/users/sign-ups', ['', 'email=99', 'email=example'], 'skip', 'sign_ups'),
    ...figure('/admin/users/sign-ups/count'),
    ...figure('/admin/saved-filters', ['list=users']),
    ...figure(user),
    ...figure(`${user}/bots`),
    ...list(`${user}/auto-rebalance-logs`, [''], 'skip', null),
    ...list(`${user}/transaction-logs`, [''], 'skip', null),
    ...list(`${user}/timeline`, [''], 'skip', 'audit_entries'),
    ...figure(`${user}/sessions`),
    ...figure(`${user}/volume/this-month`),
    ...list('/admin/bots', ofBots, 'skip', 'bots'),
    ...figure('/admin/bots/count', ofBots),
    ...figure('/admin/bots/active_count', ofBots),
    ...list(`${bot}/records`, [''], 'offset', 'contract_records'),
    ...figure(`${bot}/record_count`),
    ...figure(`${bot}/performance`, [`targetTimestamp=${Date.now()}`]),
    ...list('/admin/payments', ofPayments, 'skip', null),
    ...figure('/admin/payments/count', ofPayments),
    ...list('/admin/referrals', ofReferrals, 'skip', null),
    ...figure('/admin/referrals/count', ofReferrals),
    ...figure('/admin/revenue'),
    ...list('/admin/audit', ofAudit, 'offset', 'audit_entries'),
    ...figure('/admin/audit/count', ofAudit),
    ...list(`/admin/user-plan-subscribers/${planId}`, [''], 'skip', null),
    ...list('/admin/emails', [''], 'skip', null),
    ...figure('/admin/emails/bounces/count'),
    ...figure('/admin/user-plans'),
    ...figure('/admin/campaign-codes'),
    ...figure('/admin/overview'),
    ...figure('/admin/administrators'),
  ];
}
