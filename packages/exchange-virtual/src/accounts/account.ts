import { randomBytes } from 'node:crypto';
import type { PairName } from '@tenbin/market';
import type { Rights } from '../exchange/fact.ts';
import type { AccountTrade, Order } from '../exchange/order.ts';
import type { AccountId } from '../ledger/ledger.ts';

/** Somebody with a key. */
export interface Account {
  readonly id: AccountId;
  readonly key: string;
  readonly secret: string;
  readonly passphrase: string | null;
  readonly rights: Rights;
  readonly createdAt: number;
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
