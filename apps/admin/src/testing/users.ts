import { idOf } from '@tenbin/app-kit/testing';
import {
  type AdministeredPlan,
  type AdministeredUser,
  countUsers,
  countWaitingSignUps,
  type ExaminedUser,
  getStop,
  getUser,
  listBotsOfUser,
  listPaymentsOfUser,
  listRebalancesOfUser,
  listSavedFilters,
  listSessionsOfUser,
  listUserEvents,
  listUserPlans,
  listUsers,
  listWaitingSignUps,
  type Stop,
  type User,
  type UserPlan,
} from '@tenbin/contract';
import { serverFor } from './open-admin.ts';

export const at = '2026-01-02T03:04:05.000Z';
export const hanako: AdministeredUser = {
  _id: idOf(11),
  email: 'hanako@example.jp',
  firstName: 'Hanako',
  lastName: 'Yamada',
  uid: 'ABCD2345',
  language: 'ja',
  referralCode: 'EFGH2345',
  referredBy: null,
  isAffiliate: false,
  organizationUserSince: at,
  verifiedAt: at,
  bannedAt: null,
  lastSeenAt: at,
  botStatus: 'running-someone',
  botCount: 2,
  runningCount: 1,
  isPaid: true,
  planName: 'Basic',
  periodEnd: at,
  limitUsed: 12.345,
  volumeThisMonth: 1234.5,
  isFlagged: false,
  note: '',
  bounce: null,
};
export const plan = (name: string, _id: string): UserPlan => ({
  _id,
  name,
  tradingLimit: 10_000,
  expirationDate: null,
  monthlyPrice: 5000,
  initialInstallationCost: 0,
  selectableExchanges: [],
  paypalPlanId: null,
  availablePlanFeatures: [],
  availablePlanOptions: [],
  campaignCode: null,
  paymentMethods: null,
});
export const offered = (name: string, _id: string): AdministeredPlan => ({
  ...plan(name, _id),
  series: _id,
  version: 1,
  campaignExpiresAt: null,
  affiliateOnly: false,
  codeUses: 0,
  createdAt: at,
  replacedAt: null,
  archivedAt: null,
  subscribers: 0,
  coming: 0,
});
export const taro: AdministeredUser = { ...hanako, _id: idOf(12), email: 'taro@example.jp', bannedAt: at };

export const gift: NonNullable<ExaminedUser['subscription']> = {
  _id: idOf(50),
  plan: plan('Basic', idOf(51)),
  nextPlan: null,
  botStopReasons: [],
  status: 'active',
  paypalSubscriptionId: null,
  periodStart: at,
  periodEnd: at,
  startedAt: at,
  endedAt: null,
  expiresAt: null,
  source: 'gift',
};
export const examined: ExaminedUser = { ...hanako, phoneNumber: '03-1234-5678', address: 'Tokyo', hasFactor: true, subscription: gift };

export const changed: User = {
  ...hanako,
  phoneNumber: '',
  address: '',
  createdAt: at,
  organization: idOf(2),
  subscription: null,
  actionFlags: [],
};

export const stop: Stop = {
  _id: idOf(30),
  scope: 'user',
  subject: hanako._id,
  by: idOf(1),
  askedAt: at,
  botCount: 1,
  confirmedCount: 1,
  unconfirmedCount: 0,
  forcedCount: 0,
  unreachableCount: 0,
  confirmedAt: at,
  bots: [],
};

export function serverWith(role: Parameters<typeof serverFor>[0] = 'owner') {
  const server = serverFor(role);
  server.answer(listUsers, [hanako, taro]);
  server.answer(countUsers, { count: 2 });
  server.answer(listSavedFilters, []);
  server.answer(listUserPlans, []);
  // Their addresses are like those of a user.
  server.answer(listWaitingSignUps, [{ _id: idOf(60), email: 'new@example.jp', language: 'ja', createdAt: at, expiresAt: at }]);
  server.answer(countWaitingSignUps, { count: 1 });
  server.answer(getUser, examined);
  server.answer(listBotsOfUser, []);
  server.answer(listPaymentsOfUser, []);
  server.answer(listRebalancesOfUser, []);
  server.answer(listSessionsOfUser, []);
  server.answer(listUserEvents, [
    {
      kind: 'act',
      _id: idOf(20),
      at,
      actor: 'administrator',
      by: 'staff@example.org',
      action: 'pardonUser',
      refusal: null,
      reason: 'Promised',
      network: null,
      facts: {},
    },
  ]);
  server.answer(getStop, stop);
  return server;
}
