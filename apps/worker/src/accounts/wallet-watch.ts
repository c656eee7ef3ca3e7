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
import { type AccountLease, type Clock, mayBeRounding, moneyUnitsOf, Semaphore, withTimeout } from '@tenbin/engine';
import { ExchangeError, type PrivateEvent } from '@tenbin/exchange';
import { add, type Balances, type Currency, compare, type Decimal, type Fill, subtract, type Wallet } from '@tenbin/market';
import type { NamedFacts } from '@tenbin/messages';
import type { RulesByPair } from '@tenbin/strategy';
import type { Log } from '@tenbin/telemetry';
import type { Fleet } from '../bots/fleet.ts';

/** A difference that is seen so often is no trade on its way: three minutes, so that whoever watches the figures has heard of it. */
const lastingProbes = 12;

export interface WalletWatchOptions {
  readonly db: Pick<Database, 'forOrganization'>;
  readonly fleet: Pick<Fleet, 'ownedAccounts' | 'leaseAccount'>;
  /** The rules of an exchange's pairs. */
  readonly rulesAt: (exchangeId: string) => Promise<RulesByPair>;
  readonly clock: Clock;
  readonly log: Log;
}

/** So many accounts of one exchange at once: one that is silent delays those of no other. */
const maxConcurrentProbes = 4;
/** What is not answered by then will be asked again with the next probe. */
const probeTimeoutMs = 12_000;
/** A probe during which the books changed says nothing, and is made again so often at once. */
const maxProbesInARow = 3;

/** What is booked on one exchange account, and what its exchange shows besides. */
interface Watched {
  lease: Promise<AccountLease> | null;
  /** Empty: the wallet is as booked. */
  differences: ReadonlyMap<Currency, Difference>;
  /** Counts the probes of it: what an earlier one brings late is passed over. */
  turn: number;
  /** When it was last held against its wallet, or taken up. */
  checkedAt: Date;
}

/** How much more, or less, the wallet has of a currency than is booked. */
interface Difference {
  readonly amount: Decimal;
  /** How many probes running have seen one of its sign, and since when: what grows at each probe is alarming, too. */
  readonly probes: number;
  readonly since: Date;
  /** As it was when this amount was first seen: what is as much but for rounding is the same one. Only that is booked. */
  readonly first: Decimal;
  readonly stillProbes: number;
  readonly isRounding: boolean;
}

/**
 * Holds the wallets of the platform's exchange accounts against all that is booked on them: every virtual account and what is
 * left. What holds:
 *
 * 1. Only what stood still while the wallet was asked for is compared.
 * 2. A difference that two probes running have seen shows in the figures, with since when, though it was another amount each time.
 *    One that lasts unchanged is booked to the rest, as what it is: money came or went by no order of ours. That stands in the audit
 *    log of the platform.
 * 3. It is booked only while the books are those that it was reckoned from.
 * 4. An exchange that does not answer delays only its own accounts, and how long ago each was compared shows in the figures.
 * 5. A trade of an order that is none of ours is booked to the rest, once, and told in the same way.
 */
export class WalletWatch {
  readonly #options: WalletWatchOptions;
  readonly #watched = new Map<string, Watched>();
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #semaphores = new Map<string, Semaphore>();
  #isClosing = false;

  constructor(options: WalletWatchOptions) {
    this.#options = options;
  }

  /** What an operator watches: since when accounts differ, and which was compared the longest ago. */
  get figures(): { readonly differing: readonly Date[]; readonly checkedAt: Date | null } {
    const all = [...this.#watched.values()];
    return {
      differing: all.flatMap(({ differences }) => {
        const lasting = [...differences.values()].filter(({ isRounding, probes }) => !isRounding && probes >= 2);
        return lasting.length === 0 ? [] : [new Date(Math.min(...lasting.map(({ since }) => since.getTime())))];
      }),
      checkedAt: all.length === 0 ? null : new Date(Math.min(...all.map(({ checkedAt }) => checkedAt.getTime()))),
    };
  }

  /** Probes each account that this worker owns, but for those that are still being probed. Throws never. */
  async work(): Promise<void> {
    const owned = this.#options.fleet.ownedAccounts().filter(({ organizationId }) => organizationId === platformOrganizationId);
    const ids = new Set(owned.map(({ exchangeAccountId }) => exchangeAccountId));
    for (const [id, watched] of this.#watched) if (!ids.has(id)) this.#leave(id, watched);
    const probes = owned
      .filter(({ exchangeAccountId }) => !this.#underWay.has(exchangeAccountId))
      .map((claim) => {
        const probe = this.#semaphoreOf(claim.exchangeId)
          .run(() => this.#probe(claim))
          .finally(() => this.#underWay.delete(claim.exchangeAccountId));
        this.#underWay.set(claim.exchangeAccountId, probe);
        return probe;
      });
    await Promise.all(probes);
  }

  /** Waits for the probes that are under way, not for those that wait for their turn. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all(this.#underWay.values());
    await Promise.all([...this.#watched].map(([id, watched]) => this.#leave(id, watched)));
  }

  #semaphoreOf(exchangeId: string): Semaphore {
    const known = this.#semaphores.get(exchangeId) ?? new Semaphore(maxConcurrentProbes);
    this.#semaphores.set(exchangeId, known);
    return known;
  }

  async #leave(id: string, { lease }: Watched): Promise<void> {
    this.#watched.delete(id);
    try {
      await (await lease)?.release();
    } catch (error) {
      this.#options.log.warn({ accountId: id, err: error }, 'account.disconnect_failed');
    }
  }

  async #probe(claim: Claim): Promise<void> {
    const { exchangeAccountId } = claim;
    const { clock, log } = this.#options;
    try {
      for (let count = 0; count < maxProbesInARow && !this.#isClosing; count += 1)
        if (await withTimeout(probeTimeoutMs, clock, this.#probeOnce(claim))) return;
    } catch (error) {
      log.warn({ exchangeAccountId, err: error }, 'ledger.check_failed');
      const watched = this.#watched.get(exchangeAccountId);
      // Its key is given to nobody: there is nothing to compare.
      if (watched && error instanceof ExchangeError && error.reason === 'exchangeWithdrawn') await this.#leave(exchangeAccountId, watched);
    }
  }

  /** @returns false where the books changed meanwhile */
  async #probeOnce(claim: Claim): Promise<boolean> {
    const { exchangeAccountId } = claim;
    const platform = this.#options.db.forOrganization(platformOrganizationId);
    const before = await bookedOn(platform, exchangeAccountId);
    if (before === null) return true;
    const watched = this.#watched.get(exchangeAccountId) ?? this.#newlyWatched();
    this.#watched.set(exchangeAccountId, watched);
    watched.turn += 1;
    const { turn } = watched;
    const { account } = await this.#follow(claim, watched);
    const wallet = await account.fetchWallet();
    const after = await bookedOn(platform, exchangeAccountId);
    if (after === null || !areSameBalances(before.total, after.total)) return after === null;
    const units = await this.#units(claim);
    if (watched.turn !== turn) return true;
    const now = this.#options.clock.now();
    watched.differences = differencesOf(wallet, after.total, { before: watched.differences, units, now });
    watched.checkedAt = now;
    await this.#bookLasting(exchangeAccountId, watched, after);
    return true;
  }

  #newlyWatched(): Watched {
    return { lease: null, differences: new Map(), turn: 0, checkedAt: this.#options.clock.now() };
  }

  async #follow(claim: Claim, watched: Watched): Promise<AccountLease> {
    watched.lease ??= this.#options.fleet.leaseAccount(claim).then((lease) => {
      lease.listen((event) => void this.#take(claim.exchangeAccountId, event));
      return lease;
    });
    try {
      return await watched.lease;
    } catch (error) {
      watched.lease = null;
      throw error;
    }
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
        const isBooked = await virtualAccounts.bookUnmatchedFill(exchangeAccountId, event.fill);
        const facts = { exchangeAccountId, pair, side, amount, price, clientOrderId: clientOrderId ?? '', exchangeOrderId };
        if (isBooked) await audit.append(this.#entry('bookStrayTrade', facts));
        return isBooked;
      });
      if (isNew) log.error({ exchangeAccountId, pair, side, amount, price, clientOrderId, exchangeOrderId }, 'ledger.unmatched_fill');
    } catch (error) {
      log.warn({ exchangeAccountId, err: error }, 'ledger.check_failed');
    }
  }

  async #units({ exchangeId }: Claim): Promise<Balances> {
    const rules = await this.#options.rulesAt(exchangeId);
    return moneyUnitsOf([...rules.keys()], rules);
  }

  async #bookLasting(exchangeAccountId: string, watched: Watched, booked: BookedOn): Promise<void> {
    const lasting = [...watched.differences].filter(([, { stillProbes }]) => stillProbes >= lastingProbes);
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
    watched.differences = new Map([...watched.differences].filter(([, { stillProbes }]) => stillProbes < lastingProbes));
  }

  #entry<Facts extends AuditFacts>(action: string, facts: Facts & NamedFacts<Facts>): AuditEntry {
    return { at: this.#options.clock.now(), actor: 'worker', actorId: null, action, refusal: null, network: null, agent: null, facts };
  }
}

/** Currencies without a difference are left out. */
function differencesOf(
  wallet: Wallet,
  booked: Balances,
  { before, units, now }: { readonly before: ReadonlyMap<Currency, Difference>; readonly units: Balances; readonly now: Date },
): ReadonlyMap<Currency, Difference> {
  const differences = new Map<Currency, Difference>();
  for (const currency of Object.keys({ ...wallet, ...booked })) {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    const amount = subtract(add(free, locked), booked[currency] ?? '0');
    if (compare(amount, '0') === 0) continue;
    const isWithin = (left: Decimal) => mayBeRounding(left, currency, units);
    const known = before.get(currency);
    const isRounding = isWithin(amount);
    const isOfSign = known?.isRounding === isRounding && (isRounding || compare(known.amount, '0') === compare(amount, '0'));
    const { probes, since } = isOfSign ? known : { probes: 0, since: now };
    const isSame = known !== undefined && isWithin(subtract(amount, known.first));
    const { first, stillProbes } = isSame ? known : { first: amount, stillProbes: 0 };
    differences.set(currency, { amount, first, since, probes: probes + 1, stillProbes: stillProbes + 1, isRounding });
  }
  return differences;
}
