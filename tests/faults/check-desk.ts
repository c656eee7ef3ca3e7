import { freeOf, heldAccount, isOrderOf, ledgerStateOf } from '@tenbin/bots';
import type { VirtualMovement, VirtualOrder } from '@tenbin/db';
import { addBalances, type Balances, type Currency, compare, type Decimal, negate, parsePair } from '@tenbin/market';
import { differingCurrencies, moveBalances } from '../move-balances.ts';
import { asReported, type Checked, checkTrades, type Evidence } from './check-round.ts';
import type { ReadDesk, ReadLedger } from './read-desk.ts';
import { type Replayed, replayLedgers } from './replay-ledgers.ts';
import { type LoggedOrder, type LoggedTrade, type VenueLog, walletOf } from './venue-log.ts';

/**
 * Compares the virtual accounts of one exchange account with what the exchange has, to the last digit. Everything on them is
 * over.
 *
 * 1. Every order belongs to one of them, which held money for it before it was sent; nothing is open, and nothing is held.
 * 2. Every trade is booked once, to the virtual account of its order, with its fee.
 * 3. What is stored is what the movements add up to, and all of it is the wallet.
 * 4. One, or the rest, is below zero by what happened alone, and it is said.
 * 5. No two of them traded with each other.
 */
export function checkDesk(desk: ReadDesk, evidence: Omit<Evidence, 'stopsWith'>): Pick<Checked, 'trades' | 'wrong' | 'met'> {
  const { log, wallets, dialect } = evidence;
  const { account, ledgers, movements } = desk;
  const trades = log.trades.filter((trade) => trade.account === account).map((trade) => asReported(trade, dialect));
  const replayed = replayLedgers(
    movements,
    ledgers.map((one) => one.account.id),
  );
  const wrong = [
    ...replayed.wrong,
    ...checkOwners(desk, log),
    ...ledgers.flatMap((ledger) => checkOrders(ledger, { log, replayed, account })),
    ...checkBooked(desk, trades),
    ...ledgers.flatMap((ledger) => checkStored(ledger, desk, replayed)),
    ...checkWallet(desk, { log, wallet: wallets.get(account) ?? {} }),
    ...checkTold(desk),
    ...checkBelowZero(desk, replayed),
    ...checkRest(desk, log),
    ...checkApart(trades),
  ];
  return { trades: trades.length, wrong: wrong.map((what) => `desk (${account}): ${what}`), met: metBy(desk, replayed, log) };
}

/** Every order at the exchange stands with one virtual account. */
function checkOwners({ account, ledgers }: ReadDesk, log: VenueLog): string[] {
  return log.orders
    .filter((order) => order.account === account)
    .flatMap(({ clientOrderId, state }) => {
      const owners = ledgers.filter(({ orders }) => orders.some((one) => one.clientOrderId === clientOrderId));
      return [
        ...(owners.length === 1 ? [] : [`order ${clientOrderId} belongs to ${owners.length} virtual accounts`]),
        ...(state === 'open' ? [`order ${clientOrderId} is open after the stop`] : []),
      ];
    });
}

interface Seen {
  readonly log: VenueLog;
  readonly replayed: Replayed;
  readonly account: string;
}

/** Both say the same of each order. */
function checkOrders({ account: { id }, orders, bots }: ReadLedger, { log, replayed, account }: Seen): string[] {
  const logged = new Map(log.orders.filter((order) => order.account === account).map((order) => [order.clientOrderId, order]));
  const wrong: string[] = [];
  for (const order of orders) {
    const { clientOrderId, state } = order;
    const there = logged.get(clientOrderId);
    if (!bots.some(({ botNumber }) => isOrderOf(botNumber, clientOrderId))) wrong.push(`order ${clientOrderId} is of none of its bots`);
    const expected = state === 'filled' || state === 'cancelled' ? state : 'none';
    // One that would take is accepted and taken back by some exchanges, instead of refused.
    const isTakenBack =
      state === 'rejected' && there?.state === 'cancelled' && !log.trades.some((trade) => trade.clientOrderId === clientOrderId);
    if ((there?.state ?? 'none') !== expected && !isTakenBack)
      wrong.push(`order ${clientOrderId} is ${state} here and ${there?.state ?? 'none'} at the exchange`);
    if (there) wrong.push(...checkSent(order, there, replayed.heldAt.get(heldAccount(id, clientOrderId))));
  }
  return [...wrong, ...checkPlaces(orders, bots, logged)];
}

/** It was sent as it was written down, after money was held for it. */
function checkSent(order: VirtualOrder, there: LoggedOrder, heldAt: Date | undefined): string[] {
  const { clientOrderId, pair, side, price, amount, sentAt } = order;
  const isAsWritten = there.pair === pair && there.side === side && isSame(there.price, price) && isSame(there.amount, amount);
  const wrong = isAsWritten ? [] : [`order ${clientOrderId} was sent otherwise than it was written down`];
  if (!heldAt) wrong.push(`nothing was held for order ${clientOrderId}`);
  else if (heldAt.getTime() > there.at || sentAt.getTime() > there.at)
    wrong.push(`order ${clientOrderId} was sent before it was written down`);
  return wrong;
}

/** In one place of one bot there is one order at a time, and of a market maker two while one takes the other's. By hand there may be any number. */
function checkPlaces(orders: readonly VirtualOrder[], bots: ReadLedger['bots'], logged: ReadonlyMap<string, LoggedOrder>): string[] {
  const mostOf = new Map(bots.map(({ id, strategy }) => [id, strategy.kind === 'balancing' ? 1 : 2]));
  const there = orders.flatMap((order) => {
    const { at, endedAt } = logged.get(order.clientOrderId) ?? {};
    return order.isByHand || at === undefined ? [] : [{ ...order, at, endedAt: endedAt ?? Number.POSITIVE_INFINITY }];
  });
  const byPlace = Map.groupBy(there, ({ botId, pair, side, level }) => `${botId} ${pair} ${side} ${level}`);
  return [...byPlace].flatMap(([place, all]) =>
    all
      .sort((a, b) => a.at - b.at)
      .flatMap(({ clientOrderId, botId, at }, index) => {
        const before = all.slice(0, index).filter(({ endedAt }) => endedAt > at);
        if (before.length < (mostOf.get(botId) ?? 1)) return [];
        return [`too many orders for ${place}: ${clientOrderId} while ${before.map((one) => one.clientOrderId).join(', ')} were open`];
      }),
  );
}

function checkBooked({ ledgers, movements }: ReadDesk, trades: readonly LoggedTrade[]): string[] {
  const wrong: string[] = [];
  const left = new Map<string, VirtualMovement[]>();
  for (const movement of movements.filter(({ fill }) => fill))
    left.set(nameOf(movement), [...(left.get(nameOf(movement)) ?? []), movement]);
  for (const ledger of ledgers) {
    const { account, orders, fills } = ledger;
    const byId = new Map(orders.map((order) => [order.clientOrderId, order]));
    const own = trades.filter(({ clientOrderId }) => byId.has(clientOrderId));
    wrong.push(...checkTrades(fills, own).map((what) => `${account.name}: ${what}`));
    for (const trade of own) {
      const { pair, tradeId, clientOrderId } = trade;
      const name = `${pair} ${tradeId} ${byId.get(clientOrderId)?.exchangeOrderId}`;
      const booked = left.get(name) ?? [];
      left.delete(name);
      if (booked.length !== 1) wrong.push(`trade ${name} moved the ledgers ${booked.length} times`);
      for (const movement of booked) wrong.push(...checkMoved(movement, trade, account.id).map((what) => `trade ${name}: ${what}`));
    }
  }
  wrong.push(...[...left.keys()].map((name) => `trade ${name} moved the ledgers, and is none of theirs`));
  return wrong;
}

/** It moved what was traded, fee included, between outside and the virtual account of its order. */
function checkMoved({ entries, cause, subAccountId }: VirtualMovement, trade: LoggedTrade, id: string): string[] {
  const wrong = cause === 'fill' && subAccountId === id ? [] : [`it is booked as ${cause} of ${subAccountId}, not to ${id}`];
  const given = (isOf: (account: string) => boolean): Balances =>
    entries.reduce<Balances>(
      (sums, { account, currency, amount }) => (isOf(account) ? addBalances(sums, { [currency]: amount }) : sums),
      {},
    );
  const got = moveBalances({}, [trade]);
  if (differingCurrencies(negated(given((account) => account === 'outside')), got).length > 0) wrong.push('it moved something else');
  const own = new Set([id, heldAccount(id, trade.clientOrderId)]);
  if (entries.some(({ account }) => account !== 'outside' && account !== 'rest' && !own.has(account))) wrong.push('it moved others');
  const isOfRest = entries.filter(({ account }) => account === 'rest');
  if (isOfRest.some(({ kind }) => kind !== 'fee' && kind !== 'rounding')) wrong.push('the rest traded');
  const { base, counter } = parsePair(trade.pair);
  const rounded = isOfRest.filter(({ kind }) => kind === 'rounding');
  if (rounded.some(({ currency, amount }) => (currency !== base && currency !== counter) || compare(amount, '-0.00000001') < 0))
    wrong.push('the rest paid more than rounding');
  return wrong;
}

/** Free and held are what the movements add up to, here and in the database; nothing is held any more; and what is owed is what the rest paid. */
function checkStored({ account, bots }: ReadLedger, { derived }: ReadDesk, { balances, owed }: Replayed): string[] {
  const { id, name, holds } = account;
  const wrong = Object.keys(holds).map((order) => `${name} still holds money for ${order}`);
  const differ = (what: string, one: Balances, other: Balances) =>
    wrong.push(...differingCurrencies(one, other).map((currency) => `${name}: ${currency} ${what}`));
  differ('of its movements is not what is stored', balances.get(id) ?? {}, freeOf(account));
  differ('that the database adds up is not what is stored', derived.get(id) ?? {}, freeOf(account));
  for (const [held, amounts] of balances) if (held.startsWith(heldAccount(id, ''))) differ(`of ${held} is left`, amounts, {});
  differ('that it owes is not what the rest paid', owed.get(id) ?? {}, account.owed);
  wrong.push(...bots.filter(({ phase }) => phase.kind !== 'stopped').map((bot) => `its bot ${bot.id} is ${bot.phase.kind}, not stopped`));
  return wrong;
}

/** All virtual accounts and the rest are the wallet, which is what the exchange's log explains. */
function checkWallet({ account, ledgers, rest, derived }: ReadDesk, { log, wallet }: { log: VenueLog; wallet: Balances }): string[] {
  const booked = ledgers.reduce<Balances>((sum, one) => addBalances(sum, one.account.balances), rest);
  const named = (what: string, currencies: readonly Currency[]) => currencies.map((currency) => `${currency} ${what}`);
  return [
    ...named('of all ledgers and the rest is not the wallet', differingCurrencies(booked, wallet)),
    ...named('of the wallet is not explained', differingCurrencies(wallet, walletOf(log, account))),
    ...named('of the rest is not what its movements add up to', differingCurrencies(rest, derived.get('rest') ?? {})),
    ...named('went outside otherwise than the wallet has it', differingCurrencies(negated(derived.get('outside') ?? {}), wallet)),
  ];
}

/** What the wallet had besides the books was told to operators as it was booked; and nobody else traded on the account. */
function checkTold({ movements, told }: ReadDesk): string[] {
  const nameOfMoney = (currency: unknown, amount: unknown) => `${String(amount)} ${String(currency)}`;
  const booked = movements
    .filter(({ cause, by }) => cause === 'wallet' && by === null)
    .flatMap(({ entries }) => entries.filter(({ account }) => account === 'rest'))
    .map(({ currency, amount }) => nameOfMoney(currency, amount));
  const said = told.filter(({ action }) => action === 'bookWalletDifference').map(({ facts }) => nameOfMoney(facts.currency, facts.amount));
  const strays =
    movements.filter(({ cause }) => cause === 'strayFill').length + told.filter(({ action }) => action === 'bookStrayTrade').length;
  return [
    ...(booked.sort().join() === said.sort().join() ? [] : [`booked from the wallet was ${booked.join()}, told ${said.join()}`]),
    ...(strays === 0 ? [] : [`${strays} trades are booked as nobody's`]),
  ];
}

/** One that came below zero stopped its bots, unless they were stopping; one that still is says so, and alarms. */
function checkBelowZero({ ledgers, alarmed, stopAskedAt }: ReadDesk, { overdrawn }: Replayed): string[] {
  const still = ledgers.filter(({ account }) => Object.values(freeOf(account)).some((amount) => compare(amount, '0') < 0));
  const wrong = still.flatMap(({ account }) =>
    ledgerStateOf(account) === 'overdrawn' ? [] : [`${account.name} does not say that it is below zero`],
  );
  if (alarmed < still.length) wrong.push(`${still.length} are below zero, and ${alarmed} alarm`);
  for (const { account, bots } of ledgers) {
    const at = overdrawn.get(account.id);
    const makers = bots.filter(({ strategy }) => strategy.kind !== 'byHand');
    if (!at || makers.length === 0 || (stopAskedAt && at >= stopAskedAt)) continue;
    if (!makers.some(({ messages }) => messages.some(({ code }) => code === 'ledgerOverdrawn')))
      wrong.push(`${account.name} was below zero at ${at.toISOString()}, and its bots went on`);
  }
  return wrong;
}

/** What rounding may leave over is no alarm. */
const roundedRest = '-0.000001';

/** It is below zero where somebody took money out of the account, or where it paid a fee that nobody else could; and it alarms. */
function checkRest({ account, rest, movements, alarmedRests }: ReadDesk, { deposits }: VenueLog): string[] {
  const below = Object.entries(rest).flatMap(([currency, amount]) => (compare(amount, roundedRest) < 0 ? [currency] : []));
  const paid = movements.flatMap(({ entries }) => entries).filter(({ kind, account: of }) => of === 'rest' && kind === 'fee');
  const went = new Set([
    ...deposits.flatMap((one) => (one.account === account && compare(one.amount, '0') < 0 ? [one.currency] : [])),
    ...paid.map(({ currency }) => currency),
  ]);
  return [
    ...below.filter((currency) => !went.has(currency)).map((currency) => `the rest lacks ${currency}, and nothing went`),
    ...(below.length > 0 && alarmedRests === 0 ? ['the rest is below zero, and nothing alarms'] : []),
  ];
}

/** The exchange would tell such a trade of both sides. */
function checkApart(trades: readonly LoggedTrade[]): string[] {
  const bySide = new Map<string, LoggedTrade>();
  return trades.flatMap((trade) => {
    const name = `${trade.pair} ${trade.tradeId}`;
    const other = bySide.get(name);
    bySide.set(name, trade);
    return other ? [`orders ${other.clientOrderId} and ${trade.clientOrderId} traded with each other`] : [];
  });
}

function metBy({ account, movements, refused, rest }: ReadDesk, { owed, overdrawn }: Replayed, log: VenueLog): string[] {
  return [
    ...movements.map(({ cause }) => `movement: ${cause}`),
    ...refused.map((what) => `refused: ${what}`),
    ...[...owed].map(() => 'virtual account that owed the rest'),
    ...[...overdrawn].map(() => 'virtual account below zero'),
    ...(Object.values(rest).some((amount) => compare(amount, '0') < 0) ? ['rest below zero'] : []),
    ...log.prevented.filter((one) => one.account === account).map(() => 'order of a virtual account ended: it would have met another'),
  ];
}

const nameOf = ({ fill }: VirtualMovement): string => `${fill?.pair} ${fill?.tradeId} ${fill?.exchangeOrderId}`;

const isSame = (one: Decimal, other: Decimal): boolean => compare(one, other) === 0;

const negated = (balances: Balances): Balances =>
  Object.fromEntries(Object.entries(balances).map(([currency, amount]) => [currency, negate(amount)]));
