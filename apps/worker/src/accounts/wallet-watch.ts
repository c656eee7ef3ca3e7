import {
  type AuditEntry,
  type AuditFacts,
  areSameBalances,
  type BookedOn,
  bookedOn,
  bookWallet,
  type Claim,
  type Database,
  platformOrganizationId,
} from '@tenbin/db';
import { type AccountLease, type Clock, mayBeRounding, moneyUnitsOf } from '@tenbin/engine';
import type { PrivateEvent } from '@tenbin/exchange';
import { add, type Balances, type Currency, compare, type Decimal, type Fill, subtract, type Wallet } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';
import type { Log } from '@tenbin/telemetry';
import type { Fleet } from '../bots/fleet.ts';

/** A difference that is seen so often is no trade on its way: three minutes, so that whoever watches the figures has heard of it. */
const lastingLooks = 12;

export interface WalletWatchOptions {
  readonly db: Pick<Database, 'forOrganization'>;
  readonly fleet: Pick<Fleet, 'ownedAccounts' | 'leaseAccount'>;
  /** The rules of an exchange's pairs. */
  readonly rulesAt: (exchangeId: string) => Promise<RulesByPair>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

/** What is booked on one exchange account, and what its exchange shows besides. */
interface Watched {
  lease: AccountLease | null;
  /** Empty: the wallet is as booked. */
  differences: ReadonlyMap<Currency, Difference>;
  overdrawn: number;
}

/** How much more, or less, the wallet has of a currency than is booked. */
interface Difference {
  readonly amount: Decimal;
  /** As it was when it was first seen: what is as much but for rounding is the same one. */
  readonly first: Decimal;
  readonly looks: number;
  readonly isRounding: boolean;
}

/**
 * Holds the wallets of the platform's exchange accounts against all that is booked on them: every virtual account and what is
 * left. What holds:
 *
 * 1. Only what stood still while the wallet was asked for is compared.
 * 2. A difference shows at once in the figures. One that lasts is booked to the rest, as what it is: money came or went by no
 *    order of ours. That stands in the audit log of the platform.
 * 3. It is booked only while the books are those that it was reckoned from.
 * 4. A trade of an order that is none of ours is booked to the rest, once, and told in the same way.
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
      differing: all.filter(({ differences }) => [...differences.values()].some(({ isRounding }) => !isRounding)).length,
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
      if (!areSameBalances(before.total, after.total)) return;
      const units = await this.#units(claim);
      watched.differences = differencesOf(wallet, after.total, { before: watched.differences, units });
      await this.#bookLasting(exchangeAccountId, watched, after);
    } catch (error) {
      this.#options.log.warn({ exchangeAccountId, err: error }, 'ledger.check_failed');
    }
  }

  async #follow(claim: Claim): Promise<Watched> {
    const known = this.#watched.get(claim.exchangeAccountId);
    if (known) return known;
    const lease = await this.#options.fleet.leaseAccount(claim);
    const watched: Watched = { lease, differences: new Map(), overdrawn: 0 };
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
      const isNew = await platform.transaction(async ({ virtualAccounts, audit }) => {
        const isBooked = await virtualAccounts.bookStrayFill(exchangeAccountId, event.fill);
        const facts = { exchangeAccountId, pair, side, amount, price, clientOrderId: clientOrderId ?? '', exchangeOrderId };
        if (isBooked) await audit.append(this.#entry('bookStrayTrade', facts));
        return isBooked;
      });
      if (isNew) log.error({ exchangeAccountId, pair, side, amount, price, clientOrderId, exchangeOrderId }, 'ledger.stray_fill');
    } catch (error) {
      log.warn({ exchangeAccountId, err: error }, 'ledger.check_failed');
    }
  }

  async #units({ exchangeId }: Claim): Promise<Balances> {
    const rules = await this.#options.rulesAt(exchangeId);
    return moneyUnitsOf([...rules.keys()], rules);
  }

  async #bookLasting(exchangeAccountId: string, watched: Watched, booked: BookedOn): Promise<void> {
    const lasting = [...watched.differences].filter(([, { looks }]) => looks >= lastingLooks);
    if (lasting.length === 0) return;
    const { db, log } = this.#options;
    const moved = lasting.filter(([, { isRounding }]) => !isRounding);
    const differences = lasting.map(([currency, { amount, isRounding }]) => ({ currency, amount, isRounding }));
    const isBooked = await db.forOrganization(platformOrganizationId).transaction(async (within) => {
      const isSame = await bookWallet(within, exchangeAccountId, booked, { by: null, differences });
      for (const [currency, { amount }] of isSame ? moved : [])
        await within.audit.append(this.#entry('bookWalletDifference', { exchangeAccountId, currency, amount }));
      return isSame;
    });
    if (!isBooked) return;
    for (const [currency, { amount }] of moved) log.error({ exchangeAccountId, currency, amount }, 'ledger.wallet_moved');
    watched.differences = new Map([...watched.differences].filter(([, { looks }]) => looks < lastingLooks));
  }

  #entry(action: string, facts: AuditFacts): AuditEntry {
    return { at: this.#options.clock.now(), actor: 'worker', actorId: null, action, refusal: null, network: null, agent: null, facts };
  }
}

/** Currencies without a difference are left out. */
function differencesOf(
  wallet: Wallet,
  booked: Balances,
  { before, units }: { readonly before: ReadonlyMap<Currency, Difference>; readonly units: Balances },
): ReadonlyMap<Currency, Difference> {
  const differences = new Map<Currency, Difference>();
  for (const currency of Object.keys({ ...wallet, ...booked })) {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    const amount = subtract(add(free, locked), booked[currency] ?? '0');
    if (compare(amount, '0') === 0) continue;
    const isWithin = (left: Decimal) => mayBeRounding(left, currency, units);
    const known = before.get(currency);
    const isKnown = known !== undefined && isWithin(subtract(amount, known.first));
    const { first, looks } = isKnown ? known : { first: amount, looks: 0 };
    differences.set(currency, { amount, first, looks: looks + 1, isRounding: isWithin(amount) });
  }
  return differences;
}
