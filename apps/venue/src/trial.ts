import {
  type AccountKey,
  type FaultKit,
  type Market,
  type OrderBook,
  type Rights,
  type VirtualExchange,
  wireAmount,
  wirePrice,
} from '@tenbin/exchange-virtual';
import { DomainError } from '@tenbin/market';

/** Of each side of a book. */
const shownLevels = 5;
const maxAccounts = 10_000;
const maxPassphraseLength = 100;

export interface TrialRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** What a trial looks into and may break. */
export interface TrialSubject {
  readonly exchange: VirtualExchange;
  readonly faults: FaultKit;
}

/** The calls that only a trial offers. @returns null for any other */
export function handleTrialRequest(subject: TrialSubject, request: TrialRequest): { status: number; body: unknown } | null {
  try {
    return refuseOtherPages(request) ?? answer(subject, request);
  } catch (error) {
    if (error instanceof DomainError) return { status: 400, body: { error: error.code, facts: error.facts } };
    throw error;
  }
}

/** A page of another origin may send a form or a text to any address that its reader's machine reaches, this one too. */
function refuseOtherPages({ method, path, headers }: TrialRequest): { status: number; body: unknown } | null {
  if (method === 'GET' || !path.startsWith('/trial/')) return null;
  const { origin, host, 'sec-fetch-site': site = 'none', 'content-type': type = '' } = headers;
  const isOwn = (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin');
  if (!isOwn) return { status: 403, body: { error: 'otherOrigin' } };
  if (method === 'POST' && !/^application\/json\s{0,9}(?:;|$)/i.test(String(type))) return { status: 415, body: { error: 'notJson' } };
  return null;
}

function answer(subject: TrialSubject, { method, path, body }: TrialRequest): { status: number; body: unknown } | null {
  const { exchange, faults } = subject;
  switch (`${method} ${path}`) {
    case 'GET /trial/venue':
      return { status: 200, body: describeVenue(subject) };
    case 'POST /trial/venue/accounts': {
      const key = makeKey(exchange, parse(body));
      return { status: 200, body: { ...key, id: exchange.findAccount(key.key)?.id } };
    }
    case 'GET /trial/faults':
      return { status: 200, body: describeFaults(faults) };
    case 'POST /trial/faults':
      return { status: 201, body: faults.injectFrom(parse(body)) };
    case 'DELETE /trial/faults':
      faults.clearAll();
      return { status: 200, body: describeFaults(faults) };
    default: {
      const id = method === 'DELETE' ? /^\/trial\/faults\/(f\d{1,9})$/.exec(path)?.[1] : undefined;
      return id !== undefined && faults.clear(id) ? { status: 200, body: describeFaults(faults) } : null;
    }
  }
}

/** What stands, and how often each type has struck. */
const describeFaults = ({ armed, struck }: FaultKit) => ({
  armed: armed.map(({ id, fault, injectedAt, seen, struck: strikes }) => ({
    id,
    fault,
    injectedAt: new Date(injectedAt).toISOString(),
    seen,
    struck: strikes,
  })),
  struck,
});

/** What goes on inside, without secrets: a key shows its last four letters. */
export function describeVenue({ exchange, faults }: TrialSubject) {
  const markets = [...exchange.markets.values()].map((market) => {
    const { book, lastTicks } = exchange.live(market.pair);
    const best = (side: 'buy' | 'sell', ticks: number) =>
      ticks === 0 ? null : { price: wirePrice(market, ticks), amount: wireAmount(market, book.lotsAt(side, ticks)) };
    return {
      pair: market.pair,
      last: wirePrice(market, lastTicks),
      bestBid: best('buy', book.bestBid),
      bestAsk: best('sell', book.bestAsk),
      bids: levelsOf(market, book, 'buy'),
      asks: levelsOf(market, book, 'sell'),
    };
  });
  const accounts = [...exchange.accounts.values()].map(({ id, keys, feeCoin, openOrders, trades, createdAt }) => ({
    id,
    key: [...keys.keys()].map((key) => `…${key.slice(-4)}`).join(' '),
    feeCoin,
    balances: exchange.walletOf(id),
    openOrders: openOrders.size,
    trades: [...trades.values()].reduce((total, ofPair) => total + ofPair.length, 0),
    createdAt: new Date(createdAt).toISOString(),
  }));
  return {
    feed: exchange.feed.name,
    speed: exchange.feed.speed,
    now: new Date(exchange.now()).toISOString(),
    fees: exchange.fees,
    markets,
    accounts,
    faults: describeFaults(faults),
  };
}

/** Best first. */
function levelsOf(market: Market, book: OrderBook, side: 'buy' | 'sell') {
  const levels: { price: string; amount: string }[] = [];
  book.visitLevels(side, shownLevels, (ticks, lots) => levels.push({ price: wirePrice(market, ticks), amount: wireAmount(market, lots) }));
  return levels;
}

/** A new account, or another key for one that is there. @throws {DomainError} `badRequest`, `unknownAccount`, `tooManyAccounts` */
function makeKey(exchange: VirtualExchange, input: Record<string, unknown>): AccountKey {
  const { account, passphrase, rights } = input;
  if (passphrase !== undefined && (typeof passphrase !== 'string' || passphrase.length > maxPassphraseLength))
    throw new DomainError('badRequest', { expected: `a passphrase as text of ${maxPassphraseLength} characters at most` });
  const wanted = { passphrase, rights: readRights(rights) };
  if (account === undefined && exchange.accounts.size >= maxAccounts) throw new DomainError('tooManyAccounts', { most: maxAccounts });
  if (account === undefined) return exchange.createAccount({ ...wanted, balances: readBalances(input) });
  if (typeof account !== 'string') throw new DomainError('badRequest', { expected: 'an account as text: a1' });
  return exchange.addKey(account, wanted);
}

const rightNames = ['read', 'trade', 'withdraw', 'transfer'] as const;

function readRights(rights: unknown): Partial<Rights> | undefined {
  if (rights === undefined) return undefined;
  const given = typeof rights === 'object' && rights !== null ? Object.entries(rights) : [['rights', null] as const];
  if (!given.every(([name, has]) => rightNames.some((right) => right === name) && typeof has === 'boolean'))
    throw new DomainError('badRequest', { expected: `{"rights": {"trade": false}}, of ${rightNames.join(', ')}` });
  return Object.fromEntries(given);
}

function readBalances({ balances }: Record<string, unknown>): Record<string, string> {
  if (typeof balances !== 'object' || balances === null) throw new DomainError('badRequest', { expected: '{"balances": {"BTC": "0.1"}}' });
  for (const [currency, amount] of Object.entries(balances)) {
    if (typeof amount !== 'string') throw new DomainError('badRequest', { currency: currency.slice(0, 40), expected: 'an amount as text' });
  }
  return { ...(balances as Record<string, string>) };
}

function parse(body: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new DomainError('badRequest', { expected: 'a JSON object' });
}
