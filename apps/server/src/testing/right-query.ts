/** Values that every call takes where it asks for a field of that name, and whose ids the paths ask for. */

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

const nouns = {
  '/api/exchanges': 'exchangeId',
  '/api/exchange-accounts': 'exchangeAccountId',
  '/api/organizations': 'organization',
  '/api/users': 'sessionId',
  '/admin/users': 'userId',
  '/admin/stops': 'stopId',
  '/ango-ya/stops': 'stopId',
  '/ango-ya/organizations': 'organization',
  '/ango-ya/users': 'userId',
  '/ango-ya/bills': 'sessionId',
  '/ango-ya/exchanges': 'exchangeId',
  '/ango-ya/operators': 'sessionId',
  '/ango-ya/organization-plans': 'sessionId',
  '/ango-ya/features': 'sessionId',
  '/ango-ya/options': 'sessionId',
} as const;

/** What the `{id}` of a path is the id of. */
export const nounOf = (path: string): (typeof nouns)[keyof typeof nouns] | 'botId' =>
  nouns[path.split('/').slice(0, 3).join('/') as keyof typeof nouns] ?? 'botId';
