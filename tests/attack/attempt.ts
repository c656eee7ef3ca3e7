import type { Route, Surface } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { rightValue } from '../../apps/server/src/testing/right-value.ts';
import type { Random } from './random.ts';
import { wrongJson, wrongText } from './wrong-value.ts';

/** One request that has something wrong in it. */
export interface Attempt {
  /** The server of the product, or the virtual exchange. */
  readonly to: 'server' | 'venue';
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What is there and may be asked for. */
export interface Known {
  readonly keys: Readonly<Record<Exclude<Surface, 'public'>, string>>;
  readonly botId: string;
  readonly exchangeId: string;
}

const header: Readonly<Record<Surface, string | null>> = {
  public: null,
  user: 'x-user-key',
  organization: 'x-organization-key',
  operator: 'x-ango-ya-key',
};

/** They would end what the other attempts need. */
const ending = new Set(['signOut', 'signOutAdministrator', 'signOutOperator', 'deleteBot']);
const routes = Object.entries(allRoutes).filter(([name, { answers }]) => answers !== 'events' && !ending.has(name));

/** Of the virtual exchange: both dialects, and the calls of a trial. */
const venueCalls: readonly (readonly [method: string, path: string])[] = [
  ...[
    'ping',
    'time',
    'exchangeInfo',
    'depth',
    'trades',
    'aggTrades',
    'klines',
    'avgPrice',
    'ticker/price',
    'ticker/24hr',
    'ticker/bookTicker',
  ].flatMap((name) => [['GET', `/api/v3/${name}`]] as const),
  ...['order', 'openOrders', 'allOrders', 'account', 'myTrades'].flatMap((name) => [['GET', `/api/v3/${name}`]] as const),
  ['POST', '/api/v3/order'],
  ['DELETE', '/api/v3/order'],
  ['GET', '/api/v5/public/instruments'],
  ['GET', '/api/v5/market/candles'],
  ['GET', '/api/v5/market/books'],
  ['GET', '/api/v5/trade/order'],
  ['POST', '/api/v5/trade/order'],
  ['POST', '/api/v5/trade/batch-orders'],
  ['POST', '/trial/venue/accounts'],
  ['POST', '/trial/faults'],
  ['DELETE', '/trial/faults/f1'],
];

const venueFields = [
  'symbol',
  'symbols',
  'limit',
  'interval',
  'startTime',
  'endTime',
  'timestamp',
  'signature',
  'instId',
  'bar',
  'after',
  'balances',
  'account',
  'type',
  'ms',
];

/** The next attempt. The same random numbers make the same one. */
export function nextAttempt(random: Random, known: Known): Attempt {
  const kind = random.next();
  if (kind < 0.2) return atVenue(random);
  const attempt = kind < 0.25 ? atNowhere(random) : atRoute(random, known);
  return random.next() < 0.1 ? withWrongHeader(attempt, random) : attempt;
}

function atRoute(random: Random, known: Known): Attempt {
  const [, route] = random.pick(routes);
  const { surface, method } = route;
  const parts = (['params', 'query', 'body'] as const).filter((part) => route[part] && Object.keys(route[part].shape).length > 0);
  const wrong = parts.length > 0 ? random.pick(parts) : null;
  const name = header[surface];
  const query = route.query ? `?${queryOf(route, wrong === 'query' ? random : null)}` : '';
  return {
    to: 'server',
    method,
    path: `${pathOf(route, known, wrong === 'params' ? random : null)}${query}`,
    headers: {
      ...(name !== null && surface !== 'public' && { [name]: known.keys[surface] }),
      ...(route.body && { 'content-type': 'application/json' }),
    },
    body: route.body ? bodyOf(route, wrong === 'body' ? random : null) : null,
  };
}

/** @param random - null: as it should be */
function pathOf(route: Route, { botId, exchangeId }: Known, random: Random | null): string {
  const right: Readonly<Record<string, string>> = { exchangeId, index: '0', id: /exchanges/.test(route.path) ? exchangeId : botId };
  return route.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    random ? inAddress(wrongText(random).slice(0, 1_000), random) : (right[name] ?? ''),
  );
}

function queryOf(route: Route, random: Random | null): string {
  const shape = route.query?.shape ?? {};
  const fields = Object.keys(shape);
  const target = random?.pick(fields);
  const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  const pairs = Object.entries(shape).map(([name, schema]) => `${name}=${encodeURIComponent(text(rightValue(schema)))}`);
  if (!random || target === undefined) return pairs.join('&');
  const others = pairs.filter((pair) => !pair.startsWith(`${target}=`));
  const value = random.next() < 0.7 ? wrongText(random) : wrongJson(random);
  const given = `${target}=${inAddress(value.slice(0, 4_000), random)}`;
  const times = random.next() < 0.1 ? 1 + random.below(1_000) : 1;
  return [...others, ...Array(times).fill(given)].join('&').slice(0, 14_000);
}

function bodyOf(route: Route, random: Random | null): string {
  const right = rightValue(route.body as NonNullable<Route['body']>) as Record<string, unknown>;
  if (!random) return JSON.stringify(right);
  const whole = random.next();
  if (whole < 0.1) return wrongJson(random);
  if (whole < 0.15) return JSON.stringify(right).slice(0, random.below(200));
  const field = random.next() < 0.9 ? random.pick(Object.keys(right)) : wrongText(random);
  const fields = { ...right, [field]: placeholder };
  return JSON.stringify(fields).replace(JSON.stringify(placeholder), () => wrongJson(random));
}

const placeholder = 'what is wrong';

function atNowhere(random: Random): Attempt {
  const root = random.pick(['/api', '/admin', '/ango-ya', '/trial', '/docs', '/assets', '/brands', '', '/api/bots', '/trial/venue/faults']);
  const path = `${root}/${inAddress(wrongText(random).slice(0, 2_000), random)}`;
  const isForm = random.next() < 0.3;
  return {
    to: 'server',
    method: random.pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']),
    path: isForm ? '/trial/venue/faults' : path,
    headers: isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {},
    body: isForm ? `type=${random.pick(['delayBefore', 'changeBalance', '__proto__'])}&ms=${inAddress(wrongText(random), random)}` : null,
  };
}

function atVenue(random: Random): Attempt {
  const [method, path] = random.pick(venueCalls);
  const hasBody = method === 'POST';
  const field = random.pick(venueFields);
  const given = `${field}=${inAddress(wrongText(random).slice(0, 4_000), random)}`;
  const times = random.next() < 0.1 ? 1 + random.below(500) : 1;
  return {
    to: 'venue',
    method,
    path:
      random.next() < 0.8
        ? `${path}?symbol=BTCUSDT&instId=BTC-USDT&interval=1m&${Array(times).fill(given).join('&')}`.slice(0, 14_000)
        : path,
    headers: random.next() < 0.3 ? { 'x-mbx-apikey': 'x', 'ok-access-key': 'x', 'ok-access-sign': 'x' } : {},
    // Never a whole fault: one that is right would do what it says.
    body: hasBody ? (random.next() < 0.5 ? `{"${field}":${wrongJson(random)}}` : wrongJson(random)) : null,
  };
}

/** Half of it encoded as it should be, the rest in ways that no client would. */
function inAddress(text: string, random: Random): string {
  const whole = text.isWellFormed() ? encodeURIComponent(text) : '%ed%a0%80';
  switch (random.below(6)) {
    case 0:
      return text.replace(/[^!-~]|[#?]/g, '');
    case 1:
      return `${whole}${random.pick(['%', '%zz', '%E0%A4%A', '%00', '%ff', '%c0%ae', '+', ';', '&&==&'])}`;
    default:
      return whole;
  }
}

const noise = ['accept-language', 'cookie', 'content-type', 'x-user-key', 'origin', 'accept', 'if-none-match', 'range', 'x-forwarded-for'];

function withWrongHeader(attempt: Attempt, random: Random): Attempt {
  const value = wrongText(random)
    .replace(/[^ -~]/g, '')
    .slice(0, random.next() < 0.2 ? 20_000 : 4_000);
  return { ...attempt, headers: { ...attempt.headers, [random.pick(noise)]: value } };
}
