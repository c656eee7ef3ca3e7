import { type Currency, type Decimal, DomainError, parseDecimal } from '@tenbin/market';
import { type Account, makeKey, tradingRights } from '../accounts/account.ts';
import type { AccountId } from '../ledger/ledger.ts';
import { toUnits } from '../ledger/units.ts';
import type { Fact, Rights } from './fact.ts';
import { checkFeeCoin, type FeeCoin } from './fee-coin.ts';
import type { VenueState } from './venue-state.ts';

export interface NewKey {
  /** A key without one cannot be used in OKX's words. */
  readonly passphrase?: string | undefined;
  readonly rights?: Partial<Rights> | undefined;
}

export interface NewAccount extends NewKey {
  readonly balances: Readonly<Record<string, Decimal>>;
  /** What its fees are paid in; unless given, in what each trade brings. */
  readonly feeCoin?: FeeCoin | undefined;
}

export interface AccountKey {
  readonly key: string;
  readonly secret: string;
  readonly passphrase?: string;
}

const maxKeys = 100;
const maxCurrencies = 100;

/** Opens accounts, gives and revokes their keys, and brings money in and out. */
export class AccountDesk {
  readonly #state: VenueState;
  readonly #now: () => number;
  readonly #record: (facts: readonly Fact[]) => void;

  /** @param record - keeps facts, all or none */
  constructor(state: VenueState, { now, record }: { now: () => number; record: (facts: readonly Fact[]) => void }) {
    this.#state = state;
    this.#now = now;
    this.#record = record;
  }

  /** @throws {DomainError} `tooManyCurrencies`, `notADecimal`, `tooManyDecimals`, `notPositive`, and as {@link checkFeeCoin} */
  create({ balances, feeCoin, ...wanted }: NewAccount): AccountKey {
    if (Object.keys(balances).length > maxCurrencies) throw new DomainError('tooManyCurrencies', { most: maxCurrencies });
    if (feeCoin) checkFeeCoin(feeCoin);
    const account = `a${this.#state.accounts.size + 1}`;
    const at = this.#now();
    const { key, fields } = newKey(wanted);
    const deposits = Object.entries(balances).map(([currency, amount]): Fact => {
      return { type: 'deposit', account, currency, amount: toDeposit(currency, amount), at };
    });
    const pays: Fact[] = feeCoin ? [{ type: 'feeCoin', account, coin: feeCoin, at }] : [];
    this.#record([{ type: 'account', account, ...fields, at }, ...pays, ...deposits]);
    return key;
  }

  /** Another key for an account: the same money, orders and user id, and rights of its own. @throws {DomainError} `unknownAccount`, `tooManyKeys` */
  addKey(account: AccountId, wanted: NewKey): AccountKey {
    const { id, keys } = this.require(account);
    if (keys.size >= maxKeys) throw new DomainError('tooManyKeys', { most: maxKeys });
    const { key, fields } = newKey(wanted);
    this.#record([{ type: 'key', account: id, ...fields, at: this.#now() }]);
    return key;
  }

  /** @param ending - how the key ends, or all of it. @throws {DomainError} `unknownAccount`, `unknownKey` */
  revokeKey(account: AccountId, ending: string): void {
    const { id, keys } = this.require(account);
    const key = [...keys.keys()].find((candidate) => candidate.endsWith(ending));
    if (key === undefined) throw new DomainError('unknownKey');
    this.#record([{ type: 'keyRevoked', account: id, key, at: this.#now() }]);
  }

  /** Null: fees are taken from what each trade brings. @throws {DomainError} `unknownAccount`, and as {@link checkFeeCoin} */
  setFeeCoin(account: AccountId, coin: FeeCoin | null): void {
    const { id } = this.require(account);
    if (coin) checkFeeCoin(coin);
    this.#record([{ type: 'feeCoin', account: id, coin, at: this.#now() }]);
  }

  /** @throws {DomainError} `notADecimal`, `tooManyDecimals`, `notPositive` */
  deposit(account: AccountId, currency: Currency, amount: Decimal): void {
    this.#record([{ type: 'deposit', account, currency, amount: toDeposit(currency, amount), at: this.#now() }]);
  }

  /** @throws {DomainError} `unknownAccount`, `notADecimal`, `tooManyDecimals`, `insufficientFunds` */
  changeBalance(account: AccountId, currency: Currency, amount: Decimal): void {
    const { id } = this.require(account);
    const size = toUnits(parseDecimal(amount.replace(/^-/, '')));
    this.#record([{ type: 'deposit', account: id, currency, amount: String(amount.startsWith('-') ? -size : size), at: this.#now() }]);
  }

  /** @throws {DomainError} `unknownAccount` */
  require(id: AccountId): Account {
    const account = this.#state.accounts.get(id);
    if (!account) throw new DomainError('unknownAccount', { account: id.slice(0, 20) });
    return account;
  }
}

function newKey({ passphrase, rights }: NewKey) {
  const key = { key: makeKey(), secret: makeKey() };
  return {
    key: passphrase === undefined ? key : { ...key, passphrase },
    fields: { ...key, passphrase: passphrase ?? null, rights: { ...tradingRights, ...rights } },
  };
}

function toDeposit(currency: string, amount: Decimal): string {
  if (!/^[A-Z0-9]{1,20}$/.test(currency)) throw new DomainError('invalidCurrency', { currency: currency.slice(0, 40) });
  const units = toUnits(parseDecimal(amount));
  if (units <= 0n) throw new DomainError('notPositive', { currency, amount });
  return String(units);
}
