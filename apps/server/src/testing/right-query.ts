/** Values that every call takes where it asks for a field of that name. */

export const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** As they stand in an address. */
export const rightQuery: Readonly<Record<string, string>> = {
  targetTimestamp: '1700000000000',
  month: '2026-01',
  delta: '0.01',
  tradingFee: '0.001',
  startDate: '2026-01-01',
  endDate: '2026-01-08T12:00Z',
  pair: 'BTC/USDT',
  pairs: pairs.join(),
  balance: 'BTC:0.1,ETH:2,USDT:6000',
  key: 'a-key',
  secret: 'a-secret',
  userPlanId: '01979f3e-7c1a-7000-8000-000000000002',
  purpose: 'new',
  list: 'users',
  logo: 'wide',
  exchangeName: 'Tenbin Virtual',
  name: 'maker',
  kind: 'spread',
};
