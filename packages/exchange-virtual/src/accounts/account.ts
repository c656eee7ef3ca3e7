import { randomBytes } from 'node:crypto';
import type { PairName } from '@tenbin/market';
import type { Rights } from '../exchange/fact.ts';
import type { FeeCoin } from '../exchange/fee-coin.ts';
import type { AccountTrade, Order } from '../exchange/order.ts';
import type { AccountId } from '../ledger/ledger.ts';

/** What proves who asks, and what it may be used for. */
export interface ApiKey {
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string | null;
  readonly rights: Rights;
  readonly createdAt: number;
}

/** Somebody with money and orders. */
export interface Account {
  readonly id: AccountId;
  readonly createdAt: number;
  /** By the key's own text, oldest first; without those that were revoked. */
  readonly keys: Map<string, ApiKey>;
  /** What its fees are paid in; null: in what each trade brings. */
  feeCoin: FeeCoin | null;
  /** By id, oldest first; ended ones are forgotten beyond a limit. */
  readonly orders: Map<number, Order>;
  readonly openOrders: Map<number, Order>;
  /** The latest order with that client order id. */
  readonly latestByClientId: Map<string, number>;
  /** By pair, oldest first. */
  readonly trades: Map<PairName, AccountTrade[]>;
  /** When money last moved. */
  updatedAt: number;
}

/** Who asks, and by which key. */
export interface Signer {
  readonly account: Account;
  readonly apiKey: ApiKey;
}

/** Trades, but moves nothing out: what a bot's key should be. */
export const tradingRights: Rights = { read: true, trade: true, withdraw: false, transfer: false };

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** 64 letters and digits, as Binance's keys and secrets are. */
export function makeKey(): string {
  let key = '';
  while (key.length < 64) {
    for (const byte of randomBytes(80)) {
      if (byte < 248 && key.length < 64) key += letters[byte % 62];
    }
  }
  return key;
}
