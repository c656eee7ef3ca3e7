import type { AdministeredBot, Bot } from '@tenbin/contract';

const at = '2026-01-02T03:04:05.000Z';
const balances = { BTC: '0.1', ETH: '2', USDT: '6000' };

/** One that runs and has traded. */
export const sampleBot: Bot = {
  _id: '0198c0de-0000-7000-8000-000000000101',
  user: '0198c0de-0000-7000-8000-000000000011',
  name: 'Tokyo-1',
  exchange: { _id: '0198c0de-0000-7000-8000-000000000050', name: 'Virtual', timeScale: 1 },
  pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
  delta: 0.005,
  config: { initialBalance: balances, autoRebalance: false },
  type: 'MANUAL',
  active: true,
  isRunning: true,
  state: 'running',
  stopping: null,
  autoStartRequested: false,
  startDate: null,
  runningSince: at,
  expectedRateOfReturn: 0.0008,
  ammRewardPerTrade: 0.0008,
  botCourse: null,
  autoActivation: false,
  postOnly: true,
  apiKey: 'AB12',
  hasSecret: true,
  hasPassphrase: false,
  errorMessages: [],
  warnings: [],
  balances,
  basisPoint: 1.5,
  annualRate: 12.3,
  isAnnualRateProvisional: false,
  executionCount: 45,
  lastFillAt: at,
  openOrderCount: 6,
  expectedOrderCount: 6,
  stopReceipt: null,
  createdAt: at,
};

/** The same, as staff see it. */
export const administeredBot: AdministeredBot = {
  ...sampleBot,
  email: 'hanako@example.jp',
  stopCause: null,
  stoppedAt: null,
  keyEndsAt: null,
};
