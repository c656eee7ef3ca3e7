import { ledgerStateOf, noteWallet } from '@tenbin/bots';
import { type Claim, type Database, type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import type { AccountLease, Clock } from '@tenbin/engine';
import type { PrivateEvent } from '@tenbin/exchange';
import { abs, add, addBalances, type Balances, compare, type Decimal, type Fill, subtract, type Wallet } from '@tenbin/market';
import type { Log } from '@tenbin/telemetry';
import type { Fleet } from '../bots/fleet.ts';

/** A difference that is seen so often, unchanged, is no trade on its way. */
const lastingLooks = 3;
/** Exchanges keep money in fewer digits than their figures tell. */
const roundingAtMost = '0.000001';

export interface WalletWatchOptions {
  readonly db: Pick<Database, 'forOrganization'>;
  readonly fleet: Pick<Fleet, 'ownedAccounts' | 'leaseAccount'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** What is booked on one exchange account, and what its exchange shows besides. */
interface Watched {
  lease: AccountLease | null;
  /** By currency: how much more, or less, the wallet has. Empty: it is as booked. */
  difference: Balances;
  looks: number;
  overdrawn: number;
}

/**
 * Holds the wallets of the platform's exchange accounts against all that is booked on them: every virtual account and what is
 * left. What holds:
 *
 * 1. Only what stood still while the wallet was asked for is compared.
 * 2. A difference shows at once in the figures, and is told when it lasts; then it is booked to the rest, as what it is: money
 *    came or went by no order of ours.
 * 3. A trade of an order that is none of ours is booked to the rest, once, and told.
 */
export class WalletWatch {
  readonly #options: WalletWatchOptions;
  readonly #watched = new Map<string, Watched>();

  constructor(options: WalletWatchOptions) {
    this.#options = options;
  }

  /** What an operator watches. */
  get figures(): { readonly differing: number; readonly overdrawn: number } {
    const all = [...this.#watched.values()];
    return {
      differing: all.filter(({ difference }) => Object.keys(difference).length > 0).length,
      overdrawn: all.reduce((sum, { overdrawn }) => sum + overdrawn, 0),
    };
  }

  /** Looks at each account that this worker owns. Throws never. */
  async work(): Promise<void> {
    const owned = this.#options.fleet.ownedAccounts().filter(({ organizationId }) => organizationId === platformOrganizationId);
    const ids = new Set(owned.map(({ exchangeAccountId }) => exchangeAccountId));
    for (const [id, watched] of this.#watched) if (!ids.has(id)) await this.#leave(id, watched);
    for (const claim of owned) await this.#look(claim);
  }

  async close(): Promise<void> {
    for (const [id, watched] of this.#watched) await this.#leave(id, watched);
  }

  async #leave(id: string, { lease }: Watched): Promise<void> {
    this.#watched.delete(id);
    await lease?.release().catch((error: unknown) => this.#options.log.warn({ accountId: id, err: error }, 'account.disconnect_failed'));
  }

  async #look(claim: Claim): Promise<void> {
    const { exchangeAccountId } = claim;
    const platform = this.#options.db.forOrganization(platformOrganizationId);
    try {
      const before = await bookedOn(platform, exchangeAccountId);
      if (before === null) return;
      const watched = await this.#follow(claim);
      const wallet = await watched.lease?.account.fetchWallet();
      const after = await bookedOn(platform, exchangeAccountId);
      if (!wallet || after === null) return;
      watched.overdrawn = after.overdrawn;
      if (JSON.stringify(before.total) !== JSON.stringify(after.total)) return;
      await this.#compare(exchangeAccountId, watched, differenceOf(wallet, after.total));
    } catch (error) {
      this.#options.log.warn({ exchangeAccountId, err: error }, 'ledger.check_failed');
    }
  }

  async #follow(claim: Claim): Promise<Watched> {
    const known = this.#watched.get(claim.exchangeAccountId);
    if (known) return known;
    const lease = await this.#options.fleet.leaseAccount(claim);
    const watched: Watched = { lease, difference: {}, looks: 0, overdrawn: 0 };
    this.#watched.set(claim.exchangeAccountId, watched);
    lease.listen((event) => void this.#take(claim.exchangeAccountId, event));
    return watched;
  }

  /** Whether a trade is ours its order's id says. Where orders carry none nobody can tell, and the wallet does. */
  async #take(exchangeAccountId: string, event: PrivateEvent): Promise<void> {
    if (event.type !== 'fill' || event.fill.clientOrderId === null) return;
    const { db, log } = this.#options;
    const platform = db.forOrganization(platformOrganizationId);
    const { pair, side, amount, price, clientOrderId, exchangeOrderId }: Fill = event.fill;
    try {
      if ((await platform.orders.find(event.fill.clientOrderId)) !== null) return;
      const isNew = await platform.virtualAccounts.bookStrayFill(exchangeAccountId, event.fill);
      if (isNew) log.error({ exchangeAccountId, pair, side, amount, price, clientOrderId, exchangeOrderId }, 'ledger.stray_fill');
    } catch (error) {
      log.warn({ exchangeAccountId, err: error }, 'ledger.check_failed');
    }
  }

  async #compare(exchangeAccountId: string, watched: Watched, difference: Balances): Promise<void> {
    const isSame = JSON.stringify(watched.difference) === JSON.stringify(difference);
    watched.looks = isSame ? watched.looks + 1 : 1;
    watched.difference = difference;
    if (Object.keys(difference).length === 0 || watched.looks < lastingLooks) return;
    const { db, log } = this.#options;
    const { virtualAccounts } = db.forOrganization(platformOrganizationId);
    for (const [currency, amount] of Object.entries(difference)) {
      const isRounding = compare(abs(amount), roundingAtMost) <= 0;
      await virtualAccounts.change(exchangeAccountId, [], { by: null }, (books) => noteWallet(books, { currency, amount, isRounding }));
      if (!isRounding) log.error({ exchangeAccountId, currency, amount }, 'ledger.wallet_moved');
    }
    Object.assign(watched, { difference: {}, looks: 0 });
  }
}

/** Null where there are no virtual accounts. */
async function bookedOn(
  { virtualAccounts }: Pick<OrganizationDatabase, 'virtualAccounts'>,
  exchangeAccountId: string,
): Promise<{ readonly total: Balances; readonly overdrawn: number } | null> {
  const rest = await virtualAccounts.findRest(exchangeAccountId);
  if (rest === null) return null;
  const accounts = await virtualAccounts.list(exchangeAccountId);
  const total = accounts.reduce((sum, { balances }) => addBalances(sum, balances), rest.balances);
  return { total, overdrawn: accounts.filter((account) => ledgerStateOf(account) === 'overdrawn').length };
}

/** Currencies without a difference are left out; in one order, so that two can be compared. */
function differenceOf(wallet: Wallet, booked: Balances): Balances {
  const currencies = [...new Set([...Object.keys(wallet), ...Object.keys(booked)])].sort();
  const differences = currencies.map((currency): [string, Decimal] => {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    return [currency, subtract(add(free, locked), booked[currency] ?? '0')];
  });
  return Object.fromEntries(differences.filter(([, amount]) => compare(amount, '0') !== 0));
}
