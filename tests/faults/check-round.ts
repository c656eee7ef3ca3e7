import type { BotRow, OrganizationDatabase, StoredFill, StoredOrder } from '@tenbin/db';
import { add, type Balances, compare, type Decimal, subtract } from '@tenbin/market';
import { differingCurrencies, moveBalances } from '../move-balances.ts';
import { evenBalances, type PlayingBot } from './cast.ts';
import { type LoggedTrade, type VenueLog, walletOf } from './venue-log.ts';

const all = { offset: 0, limit: 100_000 };

export interface Checked {
  readonly trades: number;
  /** What is wrong; empty when everything agrees. */
  readonly wrong: readonly string[];
  /** Why bots stopped by themselves. */
  readonly stoppedBy: readonly string[];
}

/** What the exchange says. */
export interface Evidence {
  readonly log: VenueLog;
  /** By account, in the end. */
  readonly wallets: ReadonlyMap<string, Balances>;
}

/** Compares what a round's bots have written with what the exchange has, to the last digit. All of them have stopped. */
export async function checkRound(organization: OrganizationDatabase, bots: readonly PlayingBot[], evidence: Evidence): Promise<Checked> {
  const { log } = evidence;
  const wrong: string[] = [];
  const stoppedBy: string[] = [];
  const accounts = new Set(bots.map(({ account }) => account.id));
  let trades = 0;
  for (const id of accounts) {
    const rows = await Promise.all(
      bots.filter(({ account }) => account.id === id).map(({ row }) => organization.bots.require(row.userId, row.id)),
    );
    const ofAccount = log.trades.filter(({ account }) => account === id);
    let claimed = 0;
    for (const row of rows) {
      const bot = await readBot(organization, row);
      const own = ofAccount.filter(({ clientOrderId }) => bot.orders.has(clientOrderId));
      claimed += own.length;
      wrong.push(...checkBot(bot, own, log).map((what) => `bot ${row.id} (${id}): ${what}`));
      stoppedBy.push(...row.messages.map(({ code }) => code));
    }
    if (claimed !== ofAccount.length) wrong.push(`${id}: ${ofAccount.length - claimed} trades of orders that were never written down`);
    wrong.push(...checkAccount(id, rows, evidence));
    trades += ofAccount.length;
  }
  return { trades, wrong, stoppedBy };
}

interface ReadBot {
  readonly row: BotRow;
  readonly orders: ReadonlyMap<string, StoredOrder>;
  /** In the order of booking. */
  readonly fills: readonly StoredFill[];
  readonly records: Awaited<ReturnType<OrganizationDatabase['records']['list']>>;
}

async function readBot({ orders, fills, records }: OrganizationDatabase, row: BotRow): Promise<ReadBot> {
  const [sent, booked, written] = await Promise.all([
    orders.listOfBot(row.id, all),
    fills.listOfBot(row.id, all),
    records.list(row.id, all),
  ]);
  return { row, orders: new Map(sent.map((order) => [order.clientOrderId, order])), fills: booked.reverse(), records: written.reverse() };
}

function checkBot(bot: ReadBot, trades: readonly LoggedTrade[], log: VenueLog): string[] {
  return [...checkTrades(bot, trades), ...checkLedger(bot), ...checkRecords(bot), ...checkOrders(bot, log)];
}

/** No trade missing, none doubled, each as the exchange wrote it. */
function checkTrades({ fills }: ReadBot, trades: readonly LoggedTrade[]): string[] {
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
      (['price', 'amount', 'fee'] as const).every((field) => compare(fill[field], trade[field]) === 0);
    if (!isSame) wrong.push(`trade ${name} is booked otherwise`);
  }
  return wrong;
}

/** Balances are those of the start, moved by every trade; profit is the growth of their geometric mean. */
function checkLedger({ row, fills }: ReadBot): string[] {
  const { ledger } = row;
  if (!ledger) return fills.length > 0 ? ['it traded without a ledger'] : [];
  const wrong = differingCurrencies(moveBalances(ledger.initialBalances, fills), ledger.balances).map(
    (currency) => `${currency} of its balances is not explained by the trades`,
  );
  const growth = growthOf(ledger.initialBalances, fills);
  if (Math.abs(growth - ledger.growth) > 1e-12) wrong.push(`profit is ${ledger.growth}, the trades explain ${growth}`);
  return wrong;
}

function growthOf(initial: Balances, fills: readonly StoredFill[]): number {
  let balances = initial;
  let total = 0;
  for (const fill of fills) {
    const after = moveBalances(balances, [fill]);
    const logarithms = Object.keys(initial).map((currency) => {
      const before = balances[currency] ?? '0';
      return Math.log1p(Number(subtract(after[currency] ?? '0', before)) / Number(before));
    });
    total += logarithms.reduce((sum, logarithm) => sum + logarithm, 0) / logarithms.length;
    balances = after;
  }
  return total;
}

/** Records tell every trade once, and add up to what the trades did. */
function checkRecords({ row, fills, records }: ReadBot): string[] {
  const wrong: string[] = [];
  const told = records.flatMap(({ pair, tradeIds }) => tradeIds.map((tradeId) => nameOf({ pair, tradeId })));
  const traded = new Set(fills.map(nameOf));
  if (new Set(told).size !== told.length) wrong.push('a trade stands in two records');
  if (told.length !== traded.size || told.some((name) => !traded.has(name))) wrong.push('records do not tell every trade');
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
function checkOrders({ row, orders }: ReadBot, log: VenueLog): string[] {
  const wrong: string[] = [];
  const logged = new Map(log.orders.filter(({ clientOrderId }) => orders.has(clientOrderId)).map((order) => [order.clientOrderId, order]));
  for (const [id, order] of orders) {
    const atExchange = logged.get(id);
    const state = atExchange?.state ?? 'none';
    const expected = order.state === 'filled' || order.state === 'cancelled' ? order.state : 'none';
    if (state !== expected) wrong.push(`order ${id} is ${order.state} here and ${state} at the exchange`);
    if (atExchange && (compare(atExchange.price, order.price) !== 0 || compare(atExchange.amount, order.amount) !== 0))
      wrong.push(`order ${id} was sent otherwise than it was written down`);
  }
  for (const { slot, open, came } of log.doubles)
    if (orders.has(came)) wrong.push(`two orders for one slot: ${came} while ${open} was open in ${slot}`);
  if (row.phase.kind !== 'stopped') wrong.push(`it is ${row.phase.kind}, not stopped`);
  else if (row.phase.receipt === null) wrong.push('it has stopped without a receipt');
  return wrong;
}

/**
 * The account's bots began with what was brought for them, nothing is open, and the exchange has what its log explains:
 * so what the bots have in the end, and what came from outside meanwhile, is the wallet.
 */
function checkAccount(id: string, rows: readonly BotRow[], { log, wallets }: Evidence): string[] {
  const wrong = log.orders
    .filter(({ account, state }) => account === id && state === 'open')
    .map(({ clientOrderId }) => `${id}: order ${clientOrderId} is open after the stop`);
  const strange = log.orders.filter(({ account, clientOrderId }) => account === id && !clientOrderId.startsWith('T'));
  if (strange.length > 0) wrong.push(`${id}: ${strange.length} orders are nobody's`);
  const begun = sumOf(rows.map(({ ledger }) => ledger?.initialBalances ?? {}));
  wrong.push(
    ...differingCurrencies(begun, sumOf(rows.map(() => evenBalances))).map(
      (currency) => `${id}: its bots did not begin with the ${currency} that was brought for them`,
    ),
  );
  wrong.push(
    ...differingCurrencies(wallets.get(id) ?? {}, walletOf(log, id)).map((currency) => `${id}: ${currency} of the wallet is not explained`),
  );
  return wrong;
}

function sumOf(all: readonly Balances[]): Record<string, Decimal> {
  const total: Record<string, Decimal> = {};
  for (const balances of all)
    for (const [currency, amount] of Object.entries(balances)) total[currency] = add(total[currency] ?? '0', amount);
  return total;
}

const nameOf = ({ pair, tradeId }: { readonly pair: string; readonly tradeId: string }): string => `${pair} ${tradeId}`;
