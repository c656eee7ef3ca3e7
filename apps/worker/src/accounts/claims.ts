import type { Claim, PlatformDatabase } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';

/** How long others leave a worker its accounts without hearing from it. */
const leaseMs = 8_000;
/** A worker that has not reached the database for so long believes that it has lost its accounts. */
const doubtMs = 6_000;
const mostAtOnce = 200;

export interface ClaimListener {
  onClaimed(claims: readonly Claim[]): void;
  /** Another worker may own them already: nothing more may be sent. */
  onLost(): Promise<void>;
}

/** Which exchange accounts this worker owns: keeps its heartbeat, takes what nobody owns, gives all back at the end. */
export class Claims {
  readonly #workers: PlatformDatabase['workers'];
  readonly #listener: ClaimListener;
  readonly #given: { readonly name: string; readonly clock: Clock; readonly log: Log };
  #workerId: string | null = null;
  #beatAt = 0;

  constructor(
    workers: PlatformDatabase['workers'],
    listener: ClaimListener,
    given: { readonly name: string; readonly clock: Clock; readonly log: Log },
  ) {
    this.#workers = workers;
    this.#listener = listener;
    this.#given = given;
  }

  /** Every couple of seconds, and when somebody wishes for a bot to run. */
  async renew(): Promise<void> {
    const { clock, log, name } = this.#given;
    const now = clock.now().getTime();
    try {
      if (this.#workerId !== null && !(await this.#beat(this.#workerId, now))) await this.#lose('forgotten');
      if (this.#workerId === null) {
        this.#workerId = await this.#workers.register(name);
        this.#beatAt = now;
        log.info({ workerId: this.#workerId, name }, 'worker.registered');
      }
      const claims = await this.#workers.claim(this.#workerId, { limit: mostAtOnce, leaseMs });
      if (claims.length > 0) this.#listener.onClaimed(claims);
    } catch (error) {
      log.warn({ error: String(error) }, 'claims.notRenewed');
      if (this.#workerId !== null && clock.now().getTime() - this.#beatAt > doubtMs) await this.#lose('late');
    }
  }

  /** Gives everything back. */
  async leave(): Promise<void> {
    const workerId = this.#workerId;
    this.#workerId = null;
    if (workerId !== null) await this.#workers.leave(workerId);
  }

  /** A beat that comes late is none: the accounts may have been claimed in between. */
  async #beat(workerId: string, now: number): Promise<boolean> {
    const isLate = now - this.#beatAt > doubtMs;
    if (isLate || !(await this.#workers.beat(workerId))) return false;
    this.#beatAt = now;
    return true;
  }

  async #lose(why: 'forgotten' | 'late'): Promise<void> {
    const workerId = this.#workerId;
    this.#given.log.warn({ workerId, why }, 'worker.lostItsClaims');
    this.#workerId = null;
    await this.#listener.onLost();
    if (workerId !== null)
      await this.#workers.leave(workerId).catch((error: unknown) => this.#given.log.warn({ error: String(error) }, 'worker.notLeft'));
  }
}
