import { type BotOrder, newLedger } from '@tenbin/bots';
import type { OrderReport } from '@tenbin/exchange';
import { type Balances, type Fill, multiply, parsePair } from '@tenbin/market';
import type { BotEvent } from '../decision/bot-event.ts';
import { type BotState, type View, wake } from '../decision/bot-state.ts';
import { decide } from '../decision/decide.ts';
import type { Decision } from '../decision/decision-builder.ts';
import { defaultKeyPolicy } from '../decision/key-refusal.ts';
import { defaultRefusalPolicy } from '../orders/slot-pause.ts';
import { balancingBot } from './balancing-bot.ts';
import { rulesOf } from './market-rules.ts';

const prices = new Map([
  ['BTC/USDT', 60_000],
  ['ETH/USDT', 3_000],
  ['ETH/BTC', 0.05],
]);
/** A market that stands still. */
export const view: View = {
  now: new Date(1_000_000),
  prices,
  books: new Map(),
  rules: new Map([...prices.keys()].map((pair) => [pair, rulesOf(pair)])),
  closed: new Map(),
  createsInFlight: null,
  restMs: 0,
  haltedUntil: null,
  checkEveryMs: 30_000,
  refusalPolicy: defaultRefusalPolicy,
  keyPolicy: defaultKeyPolicy,
};
export const initial: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };

/** A bot that runs, with its first six orders on their way: none of them was answered. */
export function quoted(): { readonly state: BotState; readonly placed: readonly BotOrder[] } {
  const asleep = wake({
    id: 'bot-1',
    number: 1,
    ...balancingBot({ pairs: [...prices.keys()] }),
    phase: { kind: 'running', since: new Date(0) },
    duringStop: { cancelled: [], filled: [] },
    ledger: newLedger(initial),
    orders: [],
    nextSequence: 1,
    cursors: {},
  });
  const { state, acts } = decide({ ...asleep, link: 'synced' }, { type: 'ticked' }, view);
  return { state, placed: placedBy({ acts }) };
}

export const placedBy = ({ acts }: Pick<Decision, 'acts'>): BotOrder[] => acts.flatMap((act) => (act.type === 'place' ? [act.order] : []));

export const reported = (order: BotOrder, status: OrderReport['status'], filled = '0'): OrderReport => ({
  ...order,
  exchangeOrderId: `x${order.sequence}`,
  filled,
  status,
  at: view.now,
});

export const reportOf = (order: BotOrder, status: OrderReport['status'], filled: string): BotEvent => ({
  type: 'orderReported',
  afterCancel: false,
  order: reported(order, status, filled),
});

/** Of a part of an order, with a fee of 0.1 %. */
export function fillOf(order: BotOrder, tradeId: number, part: number): Fill {
  const amount = (Number(order.amount) * part).toFixed(8);
  const { base, counter } = parsePair(order.pair);
  const isBuy = order.side === 'buy';
  const fee = isBuy ? Number(amount) * 0.001 : Number(amount) * Number(order.price) * 0.001;
  return {
    tradeId: String(tradeId),
    exchangeOrderId: `x${order.sequence}`,
    clientOrderId: null,
    pair: order.pair,
    side: order.side,
    price: order.price,
    amount,
    notional: multiply(order.price, amount),
    fee: fee.toFixed(12),
    feeCurrency: isBuy ? base : counter,
    isMaker: true,
    at: view.now,
  };
}

const { state: unanswered, placed: first } = quoted();
/** A bot that runs with its first six orders open. */
export const start: BotState = first.reduce((now, order) => decide(now, reportOf(order, 'open', '0'), view).state, unanswered);
