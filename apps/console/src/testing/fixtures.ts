import { idOf, organizationId } from '@tenbin/app-kit/testing';
import { sampleBot } from '@tenbin/bot-views/testing';
import type { Bot, ContractRecord, Organization, Subscription, TimelineEntry, User } from '@tenbin/contract';

export const user: User = {
  _id: idOf(10),
  email: 'anna@example.org',
  firstName: 'Anna',
  lastName: 'Sato',
  phoneNumber: '',
  address: '',
  uid: 'A1B2C3',
  createdAt: '2026-01-01T00:00:00.000Z',
  language: 'en',
  referralCode: null,
  organization: organizationId,
  subscription: null,
  actionFlags: [],
  botStatus: 'running-all',
  isPaid: true,
  isAffiliate: false,
};

export const subscription: Subscription = {
  _id: idOf(60),
  plan: {
    _id: idOf(61),
    name: 'Standard',
    tradingLimit: 300_000,
    expirationDate: null,
    monthlyPrice: 11_000,
    initialInstallationCost: 0,
    selectableExchanges: [],
    paypalPlanId: 'P-1',
    availablePlanFeatures: [],
    availablePlanOptions: [],
    campaignCode: null,
    paymentMethods: ['PAYPAL'],
  },
  nextPlan: null,
  botStopReasons: [],
  status: 'active',
  paypalSubscriptionId: 'I-1',
  periodStart: '2026-01-01T00:00:00.000Z',
  periodEnd: '2026-02-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  expiresAt: null,
};

export const organization: Organization = {
  _id: organizationId,
  name: 'Tenbin',
  slug: 'tenbin',
  exchanges: [idOf(50)],
  plan: 'FREE',
  planOptions: [],
  helpPages: {},
  omitPairs: [],
  isFree: true,
  botsPerUser: 20,
  defaultOrderWidth: null,
  minimumBtcBalance: null,
  contactEmail: null,
};

/** Nothing was traded yet, and there is no upper limit. */
export const volumeUse = {
  used: 0,
  thisMonth: 0,
  usedAt: [],
  limit: null,
  rest: null,
  consumption: null,
  isNearlyUsedUp: false,
  monthStart: '2025-12-31T15:00:00.000Z',
  monthEnd: '2026-01-31T15:00:00.000Z',
  start: '2026-01-01T00:00:00.000Z',
  end: '2026-02-01T00:00:00.000Z',
};

/** Of no records. */
export const noTotals = { count: 0, volume: '0', basisPoint: 0, earned: '0', fees: {}, changes: {} };

export const bot = (number: number, change: Partial<Bot> = {}): Bot => ({
  ...sampleBot,
  _id: idOf(100 + number),
  user: user._id,
  name: `Tokyo-${number}`,
  active: false,
  isRunning: false,
  state: 'stopped',
  startDate: '2026-01-01T00:00:00.000Z',
  runningSince: null,
  lastFillAt: '2026-01-02T00:00:00.000Z',
  openOrderCount: 0,
  expectedOrderCount: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...change,
});

/** The record of the number, later ones a minute later each. */
export const record = (botId: string, number: number): ContractRecord => ({
  _id: idOf(1000 + number),
  botId,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  pair: 'BTC/USDT',
  side: 'sell',
  price: '60600',
  amount: '0.001',
  notional: '60.6',
  fee: '0',
  feeCurrency: 'USDT',
  basisPointChanged: number / 100,
  annualRate: 12.3,
  delta: 0.005,
  volume: 60.6,
  earned: '0.15',
  balance: { BTC: '0.099', ETH: '2', USDT: '6060.6' },
});

export const decision = (number: number, change: Partial<TimelineEntry> = {}): TimelineEntry => ({
  _id: idOf(5000 + number),
  at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  lastAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  count: 1,
  kind: 'placed',
  facts: { pair: 'BTC/USDT', side: 'buy', price: String(59_400 + number), amount: '0.001' },
  ...change,
});
