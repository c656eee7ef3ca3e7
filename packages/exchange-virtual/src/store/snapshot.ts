import type { Candle, PairName } from '@tenbin/market';
import type { Account, ApiKey } from '../accounts/account.ts';
import type { FeeCoin } from '../exchange/fee-coin.ts';
import { notionalOf } from '../exchange/market.ts';
import type { AccountTrade, Order } from '../exchange/order.ts';
import type { RulesChange } from '../exchange/trading-rules.ts';
import type { VenueState } from '../exchange/venue-state.ts';
import type { AccountId } from '../ledger/ledger.ts';
import type { Units } from '../ledger/units.ts';

/** A whole {@link VenueState} as plain values. */
export interface VenueSnapshot {
  readonly accounts: readonly {
    readonly id: AccountId;
    readonly keys: readonly ApiKey[];
    readonly feeCoin: FeeCoin | null;
    readonly createdAt: number;
    readonly updatedAt: number;
    readonly orders: readonly Order[];
    readonly trades: readonly (readonly [PairName, AccountTrade[]])[];
  }[];
  /** Snapshots of earlier versions have none. */
  readonly moneyDigits?: readonly (readonly [string, number])[];
  readonly holdings: readonly (readonly [AccountId, string, { free: Units; locked: Units }])[];
  readonly tradeIdsUpTo: readonly (readonly [PairName, number])[];
  readonly candles: readonly (readonly [PairName, Candle[]])[];
  readonly prices: Readonly<Record<PairName, number>>;
  /** Snapshots of earlier versions have none. */
  readonly rules?: readonly (readonly [PairName, RulesChange])[];
  readonly lastOrderId: number;
  readonly lastSequence: number;
}

export function takeSnapshot(state: VenueState): VenueSnapshot {
  const holdings = [...state.ledger.accounts()].flatMap((account) =>
    [...state.ledger.holdings(account)].map(([currency, holding]) => [account, currency, { ...holding }] as const),
  );
  const accounts = [...state.accounts.values()].map(
    ({ openOrders: _open, latestByClientId: _latest, orders, trades, keys, ...account }) => ({
      ...account,
      keys: [...keys.values()],
      orders: [...orders.values()],
      trades: [...trades],
    }),
  );
  return {
    accounts,
    moneyDigits: [...state.money.entries()],
    holdings,
    tradeIdsUpTo: [...state.tradeIdsUpTo],
    candles: [...state.candles],
    prices: state.prices,
    rules: [...state.changes],
    lastOrderId: state.lastOrderId,
    lastSequence: state.lastSequence,
  };
}

/** Fills an empty state. */
export function restoreSnapshot(state: VenueState, snapshot: VenueSnapshot): void {
  for (const stored of snapshot.accounts) {
    const { orders, trades, keys, ...account } = isOfOneKey(stored) ? withKeys(stored) : stored;
    const restored: Account = {
      ...account,
      keys: new Map(keys.map((apiKey) => [apiKey.key, apiKey])),
      orders: new Map(),
      openOrders: new Map(),
      latestByClientId: new Map(),
      trades: new Map(trades.map(([pair, ofPair]) => [pair, ofPair.map((trade) => withNotional(state, trade))])),
    };
    state.addAccount(restored);
    for (const order of orders) state.keepOrder({ ...beforePrevention, ...order });
    restored.updatedAt = account.updatedAt;
  }
  for (const [currency, digits] of snapshot.moneyDigits ?? []) state.money.set(currency, digits);
  for (const [account, currency, holding] of snapshot.holdings) state.ledger.restore(account, currency, holding);
  for (const [pair, upTo] of snapshot.tradeIdsUpTo) state.tradeIdsUpTo.set(pair, upTo);
  for (const [pair, candles] of snapshot.candles) state.candles.set(pair, candles);
  state.prices = snapshot.prices;
  for (const [pair, change] of snapshot.rules ?? []) state.changeRules(pair, change);
  state.lastOrderId = snapshot.lastOrderId;
  state.lastSequence = snapshot.lastSequence;
}

type StoredAccount = VenueSnapshot['accounts'][number];
/** Accounts of earlier versions had one key, and paid their fees in what they received. */
type OneKeyAccount = Omit<StoredAccount, 'keys' | 'feeCoin'> & Omit<ApiKey, 'createdAt'>;

const isOfOneKey = (account: StoredAccount | OneKeyAccount): account is OneKeyAccount => !('keys' in account);

function withKeys({ key, secret, passphrase, rights, ...account }: OneKeyAccount): StoredAccount {
  return { ...account, feeCoin: null, keys: [{ key, secret, passphrase, rights, createdAt: account.createdAt }] };
}

/** Orders of earlier versions say nothing of it. */
const beforePrevention: Pick<Order, 'selfTradePrevention' | 'prevention'> = { selfTradePrevention: 'none', prevention: null };

/** Trades of earlier versions moved the whole product of price and amount, and do not say it. */
function withNotional({ markets }: VenueState, trade: AccountTrade | Omit<AccountTrade, 'notional'>): AccountTrade {
  if ('notional' in trade) return trade;
  const market = markets.get(trade.pair);
  return { ...trade, notional: market ? notionalOf(market, trade.ticks, trade.lots) : 0n };
}

const unitsMark = 'units:';
/** Before a text of a client's that begins like a mark. */
const textMark = 'units:text:';

/** JSON with exact units. */
export function encodeSnapshot(snapshot: VenueSnapshot): string {
  return JSON.stringify(snapshot, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${unitsMark}${value}`;
    return typeof value === 'string' && value.startsWith(unitsMark) ? `${textMark}${value}` : value;
  });
}

export function decodeSnapshot(text: string): VenueSnapshot {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith(unitsMark)) return value;
    return value.startsWith(textMark) ? value.slice(textMark.length) : BigInt(value.slice(unitsMark.length));
  }) as VenueSnapshot;
}
