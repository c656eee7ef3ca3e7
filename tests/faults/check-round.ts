import type { OrganizationDatabase, StoredFill } from '@tenbin/db';
import type { DialectName } from '@tenbin/exchange-virtual';
import { add, type Balances, compare, type Decimal, multiply, type Side, subtract } from '@tenbin/market';
import { applyFill, fillEarning } from '@tenbin/strategy';
import { differingCurrencies, moveBalances } from '../move-balances.ts';
import { beginningOf as broughtFor, type PlayingBot } from './cast.ts';
import { checkMovements } from './check-movements.ts';
import { checkRebalance } from './check-rebalance.ts';
import { checkLeftOver, checkRounding, currenciesApart, shiftByRounding } from './check-rounding.ts';
import { feeCoin } from './plan-money.ts';
import { type ReadBot, readBot } from './read-bot.ts';
import { type LoggedTrade, type VenueLog, walletOf } from './venue-log.ts';

export interface Checked {
  readonly trades: number;
  /** How rebalances ended, with the reason of those that failed. */
  readonly rebalances: readonly string[];
  /** What is wrong; empty when everything agrees. */
  readonly wrong: readonly string[];
  /** Why bots stopped by themselves. */
  readonly stoppedBy: readonly string[];
  /** What they were told in their timelines, and what became of orders of one account that met. */
  readonly met: readonly string[];
}

/** What the exchange says. */
export interface Evidence {
  readonly log: VenueLog;
  /** How it speaks to the round's bots. */
  readonly dialect: DialectName;
  /** By account, in the end. */
  readonly wallets: ReadonlyMap<string, Balances>;
  /** What its bots must have stopped with, by themselves; null where nothing must stop them. */
  readonly stopsWith: string | null;
}

/** Compares what a round's bots have written with what the exchange has, to the last digit. All of them have stopped. */
export async function checkRound(organization: OrganizationDatabase, bots: readonly PlayingBot[], evidence: Evidence): Promise<Checked> {
  const { log } = evidence;
  const wrong: string[] = [];
  const stoppedBy: string[] = [];
  const accounts = new Set(bots.map(({ account }) => account.id));
  const rebalances: string[] = [];
  const met: string[] = [];
  let trades = 0;
  for (const id of accounts) {
    const read = await Promise.all(bots.filter(({ account }) => account.id === id).map((bot) => readBot(organization, bot)));
    const ended = new Set(read.flatMap(endedWithPair));
    const ofAccount = log.trades.filter(({ account }) => account === id);
    const bookable = ofAccount.filter((trade) => !ended.has(trade.clientOrderId) || read.some(({ fills }) => fills.some(isOf(trade))));
    let claimed = 0;
    for (const bot of read) {
      const { row, orders } = bot;
      const own = ofAccount.filter(({ clientOrderId }) => orders.has(clientOrderId));
      claimed += own.length;
      wrong.push(
        ...[
          ...checkBot(
            bot,
            own.filter((trade) => bookable.includes(trade)),
            evidence,
          ),
          ...checkRounding(bot, ofAccount, log.coarseUnits),
          ...(await checkMovements(organization, bot)),
        ].map((what) => `bot ${row.id} (${id}): ${what}`),
      );
      stoppedBy.push(...row.messages.map(({ code }) => code));
      met.push(...bot.timeline.map(({ kind }) => `timeline: ${kind}`));
      rebalances.push(...bot.rebalances.map(({ status, reason }) => (reason === null ? status : `${status} (${reason})`)));
    }
    if (claimed !== ofAccount.length) wrong.push(`${id}: ${ofAccount.length - claimed} trades of orders that were never written down`);
    wrong.push(...checkAccount(id, read, evidence), ...checkLeftOver(read, bookable, log.coarseUnits).map((what) => `${id}: ${what}`));
    trades += ofAccount.length;
    met.push(...log.prevented.filter(({ account }) => account === id).map(({ mode }) => `order ended: ${mode}`));
    met.push(...ofAccount.filter(isSelfTrade(ofAccount)).map(() => 'side of a trade with itself'));
    met.push(...ofAccount.filter((trade) => !bookable.includes(trade)).map(() => 'trade that nobody tells since its pair is gone'));
    met.push(
      ...ofAccount.filter(({ at, pair }) => isAfterLoss(log, bots, { at, pair })).map(() => 'trade elsewhere after a pair was gone'),
    );
  }
  return { trades, wrong, stoppedBy, rebalances, met };
}

function checkBot(bot: ReadBot, trades: readonly LoggedTrade[], { log, dialect, stopsWith }: Evidence): string[] {
  const ended = trades.map((trade) => asReported(trade, dialect));
  const ofRebalance = ended.filter(({ clientOrderId }) => bot.orders.get(clientOrderId)?.rebalanceId != null);
  return [
    ...checkTrades([...bot.fills, ...bot.rebalanceFills], ended),
    ...checkLedger(bot),
    ...checkRecords(bot),
    ...checkOrders(bot, log),
    ...checkRebalance(bot, ofRebalance, { trades: log.trades.filter(({ account }) => account === bot.account), units: log.coarseUnits }),
    ...(stopsWith === null || reasonsOf(bot).includes(stopsWith)
      ? []
      : [`it stopped with ${reasonsOf(bot).join() || 'nothing'}, not ${stopsWith}`]),
  ];
}

/** What ended it, or its rebalance. */
const reasonsOf = ({ row, rebalances }: ReadBot): (string | null)[] => [
  ...row.messages.map(({ code }) => code),
  ...rebalances.map(({ reason }) => reason),
];

/** Orders of which nothing more can be asked for since their pair is gone, and the bot says so. */
const endedWithPair = ({ timeline }: ReadBot): string[] =>
  timeline.flatMap(({ kind, facts }) => (kind === 'endedWithPair' ? [String(facts.clientOrderId)] : []));

const isOf = (trade: LoggedTrade) => (fill: StoredFill) => nameOf(fill) === nameOf(trade) && fill.clientOrderId === trade.clientOrderId;

const isSelfTrade = (trades: readonly LoggedTrade[]) => (trade: LoggedTrade) =>
  trades.some(({ pair, tradeId, side }) => pair === trade.pair && tradeId === trade.tradeId && side !== trade.side);

/** A pair that these bots balance was gone by then, and this is another. */
const isAfterLoss = ({ delisted }: VenueLog, bots: readonly PlayingBot[], { at, pair }: Pick<LoggedTrade, 'at' | 'pair'>): boolean =>
  bots.some(({ row }) => row.strategy.pairs.some((one) => one !== pair && at > (delisted.get(one) ?? Number.POSITIVE_INFINITY)));

/** What a bot traded with when it started: what it had been rebalanced to, and what came from outside until then. */
function beginningOf({ row, timeline }: ReadBot): Balances {
  const beginning: Record<string, Decimal> = { ...row.ledger?.initialBalances };
  for (const entry of timeline) {
    if (entry.kind !== 'deposit' && entry.kind !== 'withdrawal' && entry.kind !== 'othersFees') continue;
    const [currency, amount] = [String(entry.facts.currency), String(entry.facts.amount)];
    const had = beginning[currency] ?? '0';
    beginning[currency] = entry.kind === 'deposit' ? add(had, amount) : subtract(had, amount);
  }
  return beginning;
}

/** Of what a trade moved OKX tells price and amount only. */
export const asReported = (trade: LoggedTrade, dialect: DialectName): LoggedTrade =>
  dialect === 'okx' ? { ...trade, notional: multiply(trade.price, trade.amount) } : trade;

/** No trade missing, none doubled, each as the exchange told it. */
export function checkTrades(fills: readonly StoredFill[], trades: readonly LoggedTrade[]): string[] {
  const booked = new Map(fills.map((fill) => [nameOf(fill), fill]));
  const logged = new Map(trades.map((trade) => [nameOf(trade), trade]));
  const wrong = [...logged.keys()].filter((name) => !booked.has(name)).map((name) => `trade ${name} is missing`);
  wrong.push(...[...booked.keys()].filter((name) => !logged.has(name)).map((name) => `trade ${name} never happened`));
  if (booked.size !== fills.length) wrong.push('a trade is booked twice');
  for (const [name, trade] of logged) {
    const fill = booked.get(name);
    if (!fill) continue;
    const isSame =
      fill.side === trade.side &&
      fill.clientOrderId === trade.clientOrderId &&
      fill.feeCurrency === trade.feeCurrency &&
      (['price', 'amount', 'notional', 'fee'] as const).every((field) => compare(fill[field], trade[field]) === 0);
    if (!isSame) wrong.push(`trade ${name} is booked otherwise`);
  }
  return wrong;
}

/** Balances are those of the start, moved by every trade and by what was booked as rounding; profit is the growth of their geometric mean. */
function checkLedger(bot: ReadBot): string[] {
  const { row } = bot;
  const fills = withOrders(bot);
  const { ledger } = row;
  if (!ledger) return fills.length > 0 ? ['it traded without a ledger'] : [];
  const beginning = beginningOf(bot);
  const explained = sumOf([moveBalances(beginning, fills), ledger.rounding ?? {}]);
  const wrong = ownCurrencies(differingCurrencies(explained, ledger.balances)).map(
    (currency) => `${currency} of its balances is not explained by the trades`,
  );
  const growth = growthOf(beginning, fills, ledger.uneven?.atStart ?? 0);
  const inCoins = fills.filter(({ feeCurrency }) => feeCurrency === feeCoin).length;
  if (Math.abs(growth - ledger.growth) > 1e-12 + inCoins * coinTolerance + shiftByRounding(bot, beginning))
    wrong.push(`profit is ${ledger.growth}, the trades explain ${growth}`);
  return wrong;
}

/** What decides how much a trade earned stands with its order. */
const withOrders = ({ fills, orders }: ReadBot) => fills.map((fill) => ({ ...fill, order: orders.get(fill.clientOrderId ?? '') }));

/** What a fee in a coin may do to a trade's growth: the prices of its moment are not known here. */
const coinTolerance = 1e-5;

/** No price of the moment counts where fees are in what is received. */
function growthOf(initial: Balances, fills: ReturnType<typeof withOrders>, unevenAtStart: number): number {
  let balances = initial;
  let left = unevenAtStart;
  let total = 0;
  for (const [index, fill] of fills.entries()) {
    const { order } = fill;
    const { growth, uneven } = fillEarning(balances, fill, {
      earlier: fills.slice(0, index).filter((one) => one.clientOrderId === fill.clientOrderId),
      marketPrice: order?.marketPrice ?? null,
      isEvening: order?.isEvening ?? false,
      uneven: left,
      usd: new Map(),
      feeRate: 0.001,
    });
    total += growth;
    left = uneven;
    balances = applyFill(balances, fill);
  }
  return total;
}

/** Records tell every trade once, and add up to what the trades did. */
function checkRecords({ row, fills, records }: ReadBot): string[] {
  const wrong: string[] = [];
  const ended = records.flatMap(({ pair, side, tradeIds }) => tradeIds.map((tradeId) => nameOf({ pair, side, tradeId })));
  const traded = new Set(fills.map(nameOf));
  if (new Set(ended).size !== ended.length) wrong.push('a trade stands in two records');
  if (ended.length !== traded.size || ended.some((name) => !traded.has(name))) wrong.push('records do not tell every trade');
  const initial = row.ledger?.initialBalances ?? {};
  wrong.push(
    ...differingCurrencies(moveBalances(initial, records), moveBalances(initial, fills)).map(
      (currency) => `${currency}: records do not add up to the trades`,
    ),
  );
  const last = records.at(-1);
  if (last && row.executionCount !== records.length) wrong.push(`it counts ${row.executionCount} of ${records.length} records`);
  return wrong;
}

/** Every order at the exchange was written down first, as it was sent; both say the same of its end; no slot ever had two. */
function checkOrders(bot: ReadBot, log: VenueLog): string[] {
  const { row, orders, begins } = bot;
  const wrong: string[] = [];
  const withPair = new Set(endedWithPair(bot));
  const logged = new Map(log.orders.filter(({ clientOrderId }) => orders.has(clientOrderId)).map((order) => [order.clientOrderId, order]));
  for (const [id, order] of orders) {
    const atExchange = logged.get(id);
    const state = atExchange?.state ?? 'none';
    const expected = order.state === 'filled' || order.state === 'cancelled' ? order.state : 'none';
    // One that would take is accepted and taken back by some exchanges, instead of refused.
    const isTakenBack =
      order.state === 'rejected' && state === 'cancelled' && !log.trades.some(({ clientOrderId }) => clientOrderId === id);
    if (state !== expected && !isTakenBack && !withPair.has(id))
      wrong.push(`order ${id} is ${order.state} here and ${state} at the exchange`);
    if (atExchange && (compare(atExchange.price, order.price) !== 0 || compare(atExchange.amount, order.amount) !== 0))
      wrong.push(`order ${id} was sent otherwise than it was written down`);
  }
  for (const { slot, open, came } of log.doubles)
    if (orders.has(came)) wrong.push(`two orders for one slot: ${came} while ${open} was open in ${slot}`);
  if (row.phase.kind !== 'stopped') wrong.push(`it is ${row.phase.kind}, not stopped`);
  else if (row.phase.receipt === null && (begins === 'even' || row.firstStartedAt !== null)) wrong.push('it has stopped without a receipt');
  return wrong;
}

/**
 * The account's bots began with what was brought for them, nothing is open, and the exchange has what its log explains:
 * so what the bots have in the end, and what came from outside meanwhile, is the wallet.
 */
function checkAccount(id: string, bots: readonly ReadBot[], { log, wallets }: Evidence): string[] {
  const wrong = log.orders
    .filter(({ account, state }) => account === id && state === 'open')
    .map(({ clientOrderId }) => `${id}: order ${clientOrderId} is open after the stop`);
  const strange = log.orders.filter(({ account, clientOrderId }) => account === id && !clientOrderId.startsWith('T'));
  if (strange.length > 0) wrong.push(`${id}: ${strange.length} orders are nobody's`);
  const begun = sumOf(bots.map(beginningOf));
  const brought = broughtUntilTheyBegan(id, bots, log);
  const moved = { trades: bots.flatMap(({ fills, rebalanceFills }) => [...fills, ...rebalanceFills]), units: log.coarseUnits };
  if (!brought.some((all) => ownCurrencies(currenciesApart(begun, all, moved)).length === 0))
    wrong.push(`${id}: its bots began with ${JSON.stringify(begun)}; brought was, in the end, ${JSON.stringify(brought.at(-1))}`);
  wrong.push(
    ...differingCurrencies(wallets.get(id) ?? {}, walletOf(log, id)).map((currency) => `${id}: ${currency} of the wallet is not explained`),
  );
  return wrong;
}

/**
 * What an account's bots may have begun with: each what was brought for it. One that is rebalanced while things go wrong
 * takes over what came from outside by then, changed by the rebalance's trades.
 */
function broughtUntilTheyBegan(id: string, bots: readonly ReadBot[], { deposits }: VenueLog): Balances[] {
  if (bots.every(({ begins }) => begins === 'even')) return [sumOf(bots.map(broughtFor))];
  const ofRebalances = bots.flatMap(({ rebalanceFills }) => rebalanceFills);
  const came = deposits.filter(({ account, currency }) => account === id && currency !== feeCoin);
  return [...came.keys(), came.length].map((count) => {
    const all = sumOf(came.slice(0, count).map(({ currency, amount }) => ({ [currency]: amount })));
    return moveBalances(all, ofRebalances);
  });
}

/** Those that bots balance: a coin that fees are paid in is none of them. */
const ownCurrencies = (currencies: readonly string[]): string[] => currencies.filter((currency) => currency !== feeCoin);

function sumOf(all: readonly Balances[]): Record<string, Decimal> {
  const total: Record<string, Decimal> = {};
  for (const balances of all)
    for (const [currency, amount] of Object.entries(balances)) total[currency] = add(total[currency] ?? '0', amount);
  return total;
}

/** An account that trades with itself has both sides of a trade. */
const nameOf = ({ pair, side, tradeId }: { readonly pair: string; readonly side: Side; readonly tradeId: string }): string =>
  `${pair} ${side} ${tradeId}`;
