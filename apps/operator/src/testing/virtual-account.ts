import { idOf } from '@tenbin/app-kit/testing';
import {
  type ContractRecord,
  countTimelineOfPlatformBot,
  getMarketMaker,
  getRealBalance,
  getVirtualAccount,
  listAllVirtualOrders,
  listMarketMakers,
  listMovements,
  listOpenVirtualOrders,
  listTimelineOfPlatformBot,
  listVirtualAccounts,
  listVirtualRecords,
  type MarketMakerNow,
  type TimelineEntry,
  type VirtualAccount,
  type VirtualOrder,
} from '@tenbin/contract';
import { screen } from '@testing-library/react';
import { markets } from '../words/en/markets.ts';
import { serverFor } from './open-operator.ts';

export const account: VirtualAccount = {
  _id: idOf(3),
  exchangeName: 'Binance',
  name: 'maker',
  state: 'active',
  balances: { USDT: { total: '1000', reserved: '250', free: '750' } },
  owed: { BNB: '0.5' },
  bots: [],
  orders: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const byHand: VirtualOrder = {
  _id: 'T1',
  exchangeOrderId: null,
  pair: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  price: '50000',
  amount: '0.005',
  filled: '0',
  state: 'open',
  isByHand: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
export const maker: MarketMakerNow = {
  _id: idOf(4),
  exchangeName: 'Binance',
  name: 'maker',
  pair: 'BTC/USDT',
  settings: {
    kind: 'calculateOrder',
    inventoryTargetBasePct: 40,
    orderLevels: 2,
    bidSpread: 0.2,
    askSpread: 0.3,
    orderLevelSpread: 0.1,
    orderAmount: '0.01',
    orderLevelAmount: '0',
    midPriceThreshold: 0.5,
    intervalMs: 5000,
    minimumSpread: 0.05,
  },
  state: 'running',
  isRunning: true,
  stopCause: null,
  stoppedAt: null,
  errorMessages: [],
  lastFillAt: null,
  executionCount: 0,
  openOrderCount: 1,
  orders: [{ _id: 'T2', side: 'sell', level: 0, price: '50150', amount: '0.02', filled: '0.005', createdAt: '2026-01-01T00:00:00.000Z' }],
  book: { bids: [[49_990, 1]], asks: [[50_010, 2]], at: '2026-01-01T00:00:00.000Z' },
  mid: 50_000,
  quiet: { buy: 'priceAtCeiling', sell: null },
  isPaced: false,
  inventory: { base: '0.5', counter: '1000', basePct: 96.2, targetPct: 40 },
  profit: {
    since: '2026-01-01T00:00:00.000Z',
    until: null,
    result: '7.5',
    spread: '12',
    inventory: '-3.5',
    fees: '1',
    rounding: '0',
  },
};
const record: ContractRecord = {
  _id: idOf(5),
  botId: idOf(4),
  createdAt: '2026-01-01T00:00:00.000Z',
  pair: 'BTC/USDT',
  side: 'sell',
  price: '50123',
  amount: '0.004',
  notional: '200.492',
  fee: '0.2',
  feeCurrency: 'USDT',
  basisPointChanged: 1,
  annualRate: null,
  delta: 0,
  volume: 200.492,
  earned: null,
  balance: {},
};
export const heldBack: TimelineEntry = {
  _id: idOf(6),
  at: '2026-01-01T00:00:00.000Z',
  lastAt: '2026-01-01T00:00:00.000Z',
  count: 1,
  kind: 'slotPaused',
  facts: { pair: 'BTC/USDT', side: 'buy', reason: 'ordersWouldCross', times: 3, until: '2026-01-01T00:01:00.000Z' },
};
export const accountPath = '/virtual-accounts/account?exchange=Binance&name=maker';
export const makerPath = '/virtual-accounts/market-maker?exchange=Binance&name=maker&kind=calculateOrder&pair=BTC%2FUSDT';

/** By its label. */
export const field = (name: keyof typeof markets): HTMLElement => screen.getByLabelText(markets[name]);

export function serverWithAccount(role: 'operator' | 'observer' = 'operator') {
  const server = serverFor(role);
  server.answer(listVirtualAccounts, [account]);
  server.answer(getVirtualAccount, account);
  server.answer(getRealBalance, { balances: {}, at: account.createdAt, complete: true });
  server.answer(listMarketMakers, [maker]);
  server.answer(listOpenVirtualOrders, [byHand]);
  server.answer(listMovements, []);
  server.answer(listAllVirtualOrders, [byHand, { ...byHand, _id: 'T9', isByHand: false, state: 'neverPlaced' }]);
  server.answer(listVirtualRecords, [record]);
  server.answer(getMarketMaker, maker);
  server.answer(countTimelineOfPlatformBot, { count: 1 });
  server.answer(listTimelineOfPlatformBot, [heldBack]);
  return server;
}
