/** What a flood knows: an account of its own, and nothing of anybody else's. */
export interface FloodTarget {
  readonly url: string;
  readonly exchangeId: string;
  readonly email: string;
  readonly password: string;
  readonly key: string;
  readonly botId: string;
}

export interface FloodRequest {
  readonly kind: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const dayMs = 86_400_000;
const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const intervals = ['1m', '5m', '15m', '1h'];

/** The one after so many others: each kind in turn, and none like the one before it. */
export function floodRequest(turn: number, target: FloodTarget): FloodRequest {
  const make = kinds[turn % kinds.length] ?? kinds[0];
  return make(target, turn);
}

type Make = (target: FloodTarget, turn: number) => FloodRequest;

const json = (key?: string) => ({ 'content-type': 'application/json', ...(key === undefined ? {} : { 'x-user-key': key }) });
const post = (kind: string, path: string, { key, body }: { readonly key?: string; readonly body: unknown }): FloodRequest => ({
  kind,
  method: 'POST',
  path,
  headers: json(key),
  body: JSON.stringify(body),
});
const get = (kind: string, path: string, query: Readonly<Record<string, string>>, key?: string): FloodRequest => ({
  kind,
  method: 'GET',
  path: `${path}?${new URLSearchParams(query)}`,
  headers: key === undefined ? {} : { 'x-user-key': key },
});

/** A year that ends another day each time: what is stored already is of little use. */
function period(turn: number): { readonly startDate: string; readonly endDate: string } {
  const end = Date.UTC(2026, 0, 1) - (turn % 1000) * dayMs;
  return { startDate: String(end - 365 * dayMs), endDate: String(end) };
}

const backtestOf = (turn: number, exchange: string) => ({
  exchange,
  balance: 'BTC:0.1,ETH:2,USDT:6000',
  delta: '0.0025',
  tradingFee: '0.001',
  interval: '1m',
  ...period(turn),
});

const kinds: readonly [Make, ...Make[]] = [
  ({ email, password }) => post('sign-in, right', '/api/users/signin', { body: { email, password } }),
  ({ email }, turn) => post('sign-in, wrong', '/api/users/signin', { body: { email, password: `Wrong1Horse${turn}` } }),
  ({ exchangeId, key }, turn) =>
    post('key check', `/api/exchanges/${exchangeId}/check-api-key`, {
      key,
      body: { key: String(turn).padStart(64, 'k'), secret: 's'.repeat(64) },
    }),
  ({ exchangeId }, turn) => get('back-test of anybody', '/api/backtests', backtestOf(turn, exchangeId)),
  ({ exchangeId, key }, turn) => get('back-test', '/api/backtests', backtestOf(turn, exchangeId), key),
  ({ exchangeId }, turn) =>
    get('back-test of long digits', '/api/backtests', { ...backtestOf(turn, exchangeId), delta: `${'1'.repeat(14_000)}x` }),
  ({ botId, key }, turn) => get('timeline search', `/api/bots/${botId}/timeline`, { text: `order ${turn}`, limit: '200' }, key),
  ({ exchangeId, key }, turn) => {
    const series = { pair: pairs[turn % pairs.length] ?? '', interval: intervals[turn % intervals.length] ?? '' };
    return get('candles', '/api/candles', { exchange: exchangeId, ...series, ...period(turn) }, key);
  },
  (_, turn) => get('unknown path', `/no/such/page/${turn}`, {}),
  ({ key }, turn) =>
    post('big body', '/api/bots/validate-auto-rebalance-config', {
      key,
      body: { config: { pairs, delta: 0.01, balance: { BTC: '1'.repeat(60_000) + turn } } },
    }),
  ({ key }, turn) => post('body over the limit', '/api/bots', { key, body: { name: 'x'.repeat(300_000) + turn } }),
];
