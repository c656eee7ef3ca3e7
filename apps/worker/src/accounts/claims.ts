import type { Claim, Lease, PlatformDatabase } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import type { Log, Metrics } from '@tenbin/telemetry';

/**
 * How long others leave a worker its accounts without hearing from it: `leaseMs` while its process is there (it may only
 * be slow), `graceMs` when the database sees that it is not. Whoever takes them too early does no harm: what the one
 * before writes is refused under its old epoch, and what is not written is not sent.
 */
const lease: Lease = { leaseMs: 6_000, graceMs: 1_500 };
/** A worker that has not reached the database for so long asks which of its accounts are still its own. */
const staleAfterMs = 4_500;
const maxAtOnce = 1_000;
/** Between looks at whether another worker shall have some of the accounts. */
const shareMs = 5_000;
const maxGivenBack = 50;

export interface ClaimListener {
  onClaimed(claims: readonly Claim[]): void;
  /** None is owned any more: all are let go of. Nobody waits for what is in flight. */
  onLost(): void;
  /** Somebody else shall have them, or has them already: let go of them. */
  onGivenBack(claims: readonly Claim[]): Promise<void>;
}

/** Which exchange accounts this worker owns: keeps its heartbeat, takes what nobody owns, gives all back at the end. */
export class Claims {
  readonly #workers: PlatformDatabase['workers'];
  readonly #listener: ClaimListener;
  readonly #given: {
    readonly name: string;
    readonly presence: number | null;
    readonly clock: Clock;
    readonly log: Log;
    readonly metrics: Metrics;
  };
  #workerId: string | null = null;
  #beatAt = 0;
  #sharedAt = 0;
  /** Giving some back lasts as long as their bots need to finish: the beat goes on meanwhile. */
  #sharing: Promise<void> | null = null;
  /** What was let go of, until that is stored: nobody else could take it before. */
  #letGo: readonly Claim[] = [];
  /** What it owns as far as it knows, by account. */
  readonly #owned = new Map<string, Claim>();
  /** A claim got no answer, or a beat came late: what it owns is read, since nobody takes any of it after a beat. */
  #isStale = false;

  /** @param given - `presence`: the token of what this process holds in the database */
  constructor(
    workers: PlatformDatabase['workers'],
    listener: ClaimListener,
    given: { readonly name: string; readonly presence: number | null; readonly clock: Clock; readonly log: Log; readonly metrics: Metrics },
  ) {
    this.#workers = workers;
    this.#listener = listener;
    this.#given = given;
  }

  /** Twice a second, and when somebody requests that a bot run. */
  async renew(): Promise<void> {
    const { clock, log, name, presence } = this.#given;
    const now = clock.now().getTime();
    try {
      if (this.#workerId !== null && !(await this.#beat(this.#workerId, now))) await this.#lose();
      if (this.#workerId === null) {
        this.#workerId = await this.#workers.register(name, presence);
        this.#beatAt = now;
        log.info({ workerId: this.#workerId, name }, 'worker.registered');
      }
      const { added, gone } = await this.#claim(this.#workerId);
      if (gone.length > 0) {
        for (const claim of gone) log.warn(factsOf(claim), 'account.lost');
        void this.#listener.onGivenBack(gone);
      }
      if (added.length > 0) {
        for (const claim of added) log.info(factsOf(claim), 'account.claimed');
        this.#listener.onClaimed(added);
      }
      if (now - this.#sharedAt > shareMs || this.#letGo.length > 0) this.#sharing ??= this.#share(this.#workerId, now);
    } catch (error) {
      log.warn({ err: error }, 'claims.renew_failed');
    }
  }

  /** A write of one of its bots was refused: somebody else owns an account of which it does not know that. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Gives everything back. */
  async leave(): Promise<void> {
    const workerId = this.#workerId;
    this.#workerId = null;
    await this.#sharing;
    if (workerId !== null) await this.#workers.leave(workerId);
  }

  /** @returns false when the worker is not registered any more */
  async #beat(workerId: string, now: number): Promise<boolean> {
    if (!(await this.#workers.beat(workerId))) return false;
    // Until this beat was stored, others may have claimed what is its own.
    if (this.#given.clock.now().getTime() - this.#beatAt > staleAfterMs) this.#isStale = true;
    this.#beatAt = now;
    return true;
  }

  /** @returns what it owns since now, and what it owned and somebody else has claimed */
  async #claim(workerId: string): Promise<{ readonly added: Claim[]; readonly gone: Claim[] }> {
    const wasStale = this.#isStale;
    this.#isStale = true;
    const claimed = await this.#workers.claim(workerId, { limit: maxAtOnce, ...lease });
    for (const { isTakenOver } of claimed) if (isTakenOver) this.#given.metrics.count('worker_takeovers_total', {});
    const all = wasStale ? await this.#workers.listClaims(workerId) : claimed;
    this.#isStale = false;
    const added = all.filter(({ exchangeAccountId, epoch }) => this.#owned.get(exchangeAccountId)?.epoch !== epoch);
    const still = new Set(all.map(({ exchangeAccountId }) => exchangeAccountId));
    const gone = wasStale ? [...this.#owned.values()].filter(({ exchangeAccountId }) => !still.has(exchangeAccountId)) : [];
    for (const { exchangeAccountId } of gone) this.#owned.delete(exchangeAccountId);
    for (const claim of added) this.#owned.set(claim.exchangeAccountId, claim);
    return { added, gone };
  }

  /** Gives back what nothing runs on, and what is more than its share. Throws never: what could not be stored is stored the next time. */
  async #share(workerId: string, now: number): Promise<void> {
    this.#sharedAt = now;
    try {
      if (this.#letGo.length === 0) {
        const excess = (await this.#workers.listExcess(workerId, lease)).slice(0, maxGivenBack);
        if (excess.length === 0) return;
        for (const claim of excess) this.#given.log.info(factsOf(claim), 'account.released');
        await this.#listener.onGivenBack(excess);
        if (this.#workerId !== workerId) return;
        this.#letGo = excess;
      }
      for (const claim of this.#letGo) {
        await this.#workers.release(workerId, claim);
        if (this.#workerId !== workerId) return;
        this.#letGo = this.#letGo.filter((one) => one !== claim);
        this.#owned.delete(claim.exchangeAccountId);
      }
      this.#sharedAt = 0;
    } catch (error) {
      this.#given.log.warn({ workerId, err: error }, 'account.release_failed');
    } finally {
      this.#sharing = null;
      // What is deleted is nobody's, and no list of excess has it: what is left is read.
      this.#isStale = true;
    }
  }

  async #lose(): Promise<void> {
    const workerId = this.#workerId;
    this.#given.log.warn({ workerId }, 'worker.claims_lost');
    this.#workerId = null;
    this.#letGo = [];
    this.#owned.clear();
    this.#isStale = false;
    this.#listener.onLost();
    if (workerId !== null)
      await this.#workers.leave(workerId).catch((error: unknown) => this.#given.log.warn({ err: error }, 'worker.leave_failed'));
  }
}

const factsOf = ({ organizationId, exchangeAccountId, epoch }: Claim) => ({ organizationId, exchangeAccountId, epoch });
