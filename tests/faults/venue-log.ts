import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseClientOrderId } from '@tenbin/bots';
import { defaultMarkets, type Fact } from '@tenbin/exchange-virtual';
import { add, type Currency, type Decimal, multiply, type PairName, parseDecimal, parsePair, type Side } from '@tenbin/market';
import { moveBalances } from '../move-balances.ts';
import { defaultPairOf } from './own-coin.ts';

/** One side of a trade, as the exchange wrote it down. */
export interface LoggedTrade {
  readonly account: string;
  readonly clientOrderId: string;
  readonly tradeId: string;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
  /** What was moved, in counter. */
  readonly notional: Decimal;
  readonly fee: Decimal;
  readonly feeCurrency: string;
  readonly at: number;
}

export interface LoggedOrder {
  readonly account: string;
  readonly clientOrderId: string;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
  readonly state: 'open' | 'filled' | 'cancelled';
  /** When it came in, and when it was over; null while it is open. */
  readonly at: number;
  readonly endedAt: number | null;
}

/** What the exchange's journal says, from its first fact to its last. */
export interface VenueLog {
  readonly orders: readonly LoggedOrder[];
  readonly trades: readonly LoggedTrade[];
  /** Moments in which a bot had two orders open in one slot: what was open, and what came. */
  readonly doubles: readonly { readonly account: string; readonly slot: string; readonly open: string; readonly came: string }[];
  /** Orders that ended in place of a trade of their account with itself, and how that is prevented there. */
  readonly prevented: readonly { readonly account: string; readonly mode: string }[];
  /** The smallest money of currencies that the exchange counts in less than eight decimals. */
  readonly coarseUnits: Readonly<Record<Currency, Decimal>>;
  /** When pairs were delisted. */
  readonly delisted: ReadonlyMap<PairName, number>;
  /** Money from outside, by account, after the account's own opening. */
  readonly deposits: readonly { readonly account: string; readonly currency: string; readonly amount: Decimal }[];
}

const unit = '0.000000000000000001';

/** Reads a venue's journal from its folder. */
export function readVenueLog(folder: string): VenueLog {
  const name = readdirSync(folder).find((file) => file.startsWith('journal-'));
  if (name === undefined) throw new Error(`there is no journal in ${folder}`);
  const lines = readFileSync(join(folder, name), 'utf8').split('\n');
  // A line that was cut off by a kill was never answered; the venue drops it at its next start.
  return followFacts(lines.filter((line) => line.endsWith(']')).flatMap((line) => JSON.parse(line) as Fact[]));
}

/** Follows the facts one by one, so that nothing that was so for a moment only is missed. */
export function followFacts(facts: readonly Fact[]): VenueLog {
  const follower = new Follower();
  for (const fact of facts) follower.follow(fact);
  return follower.log;
}

class Follower {
  readonly #orders = new Map<number, { order: LoggedOrder; lotsLeft: number; mode: string }>();
  readonly #openBySlot = new Map<string, string>();
  readonly #trades: LoggedTrade[] = [];
  readonly #doubles: VenueLog['doubles'][number][] = [];
  readonly #deposits: VenueLog['deposits'][number][] = [];
  readonly #prevented: VenueLog['prevented'][number][] = [];
  readonly #delisted = new Map<PairName, number>();
  readonly #coarseUnits: Record<Currency, Decimal> = {};

  get log(): VenueLog {
    const orders = [...this.#orders.values()].map(({ order }) => order);
    return {
      orders,
      trades: this.#trades,
      doubles: this.#doubles,
      deposits: this.#deposits,
      prevented: this.#prevented,
      delisted: this.#delisted,
      coarseUnits: this.#coarseUnits,
    };
  }

  follow(fact: Fact): void {
    switch (fact.type) {
      case 'order':
        this.#open(fact);
        break;
      case 'trade':
        for (const { order, ...side } of sidesOf(fact)) this.#trade(order, fact, side);
        break;
      case 'moneyDigits':
        if (fact.digits < 8) this.#coarseUnits[fact.currency] = parseDecimal(`1e${-fact.digits}`);
        break;
      case 'rules':
        if (fact.change.state === 'delisted') this.#delisted.set(fact.pair, fact.at);
        break;
      case 'ended':
        if (fact.status === 'prevented') this.#notePrevention(fact);
        this.#end(fact.order, { state: fact.status === 'filled' ? 'filled' : 'cancelled', at: fact.at });
        break;
      case 'deposit':
        this.#deposits.push({ account: fact.account, currency: fact.currency, amount: multiply(fact.amount, unit) });
        break;
      default:
    }
  }

  /** The one that takes says how it is prevented. */
  #notePrevention({ order, prevention }: Extract<Fact, { type: 'ended' }>): void {
    const [ended, taker] = [this.#orders.get(order), this.#orders.get(prevention?.taker ?? 0)];
    if (ended && taker) this.#prevented.push({ account: ended.order.account, mode: taker.mode });
  }

  #open({ id, account, clientOrderId, pair, side, ticks, lots, at, ...fact }: Extract<Fact, { type: 'order' }>): void {
    const order: LoggedOrder = { account, clientOrderId, pair, side, ...sizesOf(pair, ticks, lots), state: 'open', at, endedAt: null };
    const slot = slotOf(order);
    const open = this.#openBySlot.get(slot);
    if (open !== undefined) this.#doubles.push({ account, slot, open, came: clientOrderId });
    this.#openBySlot.set(slot, clientOrderId);
    this.#orders.set(id, { order, lotsLeft: lots, mode: fact.selfTradePrevention ?? 'none' });
  }

  #trade(orderId: number, fact: Extract<Fact, { type: 'trade' }>, { side, fee, feeCurrency }: TradeSide): void {
    const followed = this.#orders.get(orderId);
    // Order 0 is the house's.
    if (!followed) return;
    const { account, clientOrderId, pair } = followed.order;
    const { base, counter } = parsePair(pair);
    const sizes = sizesOf(pair, fact.ticks, fact.lots);
    const notional = multiply(requireNotional(fact), unit);
    const named = { account, clientOrderId, tradeId: String(fact.id), pair, side };
    this.#trades.push({
      ...named,
      ...sizes,
      notional,
      fee: multiply(fee, unit),
      feeCurrency: feeCurrency ?? (side === 'buy' ? base : counter),
      at: fact.at,
    });
    followed.lotsLeft -= fact.lots;
    if (followed.lotsLeft === 0) this.#end(orderId, { state: 'filled', at: fact.at });
  }

  #end(orderId: number, { state, at }: { readonly state: 'filled' | 'cancelled'; readonly at: number }): void {
    const followed = this.#orders.get(orderId);
    if (!followed) return;
    followed.order = { ...followed.order, state, endedAt: followed.order.endedAt ?? at };
    const slot = slotOf(followed.order);
    if (this.#openBySlot.get(slot) === followed.order.clientOrderId) this.#openBySlot.delete(slot);
  }
}

/** What an account has: everything that came from outside, moved by its trades. */
export function walletOf({ deposits, trades }: VenueLog, account: string): Record<string, Decimal> {
  const wallet: Record<string, Decimal> = {};
  for (const { account: owner, currency, amount } of deposits)
    if (owner === account) wallet[currency] = add(wallet[currency] ?? '0', amount);
  return moveBalances(
    wallet,
    trades.filter((trade) => trade.account === account),
  );
}

/** One bot's place for an order; orders that are no bot's have a slot each. */
function slotOf({ account, clientOrderId, pair, side }: LoggedOrder): string {
  return `${account} ${parseClientOrderId(clientOrderId)?.botNumber ?? clientOrderId} ${pair} ${side}`;
}

/** Journals of this version all say it. */
function requireNotional({ id, notional }: Extract<Fact, { type: 'trade' }>): string {
  if (notional === undefined) throw new Error(`trade ${id} does not say what it moved`);
  return notional;
}

interface TradeSide {
  readonly side: Side;
  readonly fee: Decimal;
  /** Undefined: what the side receives. */
  readonly feeCurrency: string | undefined;
}

function sidesOf(fact: Extract<Fact, { type: 'trade' }>): readonly (TradeSide & { readonly order: number })[] {
  const { taker, maker, takerSide, takerFee, makerFee, takerFeeCurrency, makerFeeCurrency } = fact;
  const makerSide: Side = takerSide === 'buy' ? 'sell' : 'buy';
  return [
    { order: maker, side: makerSide, fee: makerFee, feeCurrency: makerFeeCurrency },
    { order: taker, side: takerSide, fee: takerFee, feeCurrency: takerFeeCurrency },
  ];
}

function sizesOf(pair: PairName, ticks: number, lots: number): { readonly price: Decimal; readonly amount: Decimal } {
  const market = defaultMarkets.find((candidate) => candidate.pair === defaultPairOf(pair));
  if (!market) throw new Error(`the venue traded ${pair}, which is not there`);
  return { price: multiply(String(ticks), market.tickSize), amount: multiply(String(lots), market.lotSize) };
}
