import { passedOver } from '@tenbin/db';
import type { Runtime } from '@tenbin/runtime';
import { type EntitlementDeps, stopUnentitledOf } from '../jobs/stop-unentitled.ts';

/** What is traded within so long is looked at together: a bot that trades on costs no more than one that traded once. */
const gatherMs = 1_000;

type Deps = EntitlementDeps & { readonly clock: Pick<Runtime, 'now' | 'after'> };

/** Whose bots traded just now. */
interface TradedBy {
  readonly organizationId: string;
  /** Null: a bot of the platform, which has no limit. */
  readonly userId: string | null;
}

/**
 * Stops bots within seconds of the end of the order that reaches their plan's limit. What counts is what is stored: nothing is
 * added up here, so nothing is counted twice, and whoever takes up a bot after a crash looks at its user anew.
 */
export class VolumeWatch {
  readonly #deps: Deps;
  /** By organization: users who are to be looked at. */
  readonly #waiting = new Map<string, Set<string>>();
  #checking: Promise<void> | null = null;
  #cancel: (() => void) | null = null;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** They traded, or a bot of theirs was taken up. */
  take({ organizationId, userId }: TradedBy): void {
    if (userId === null || this.#isClosed) return;
    const users = this.#waiting.get(organizationId) ?? new Set();
    this.#waiting.set(organizationId, users.add(userId));
    this.#checkSoon();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel?.();
    await this.#checking;
  }

  #checkSoon(): void {
    if (this.#checking !== null || this.#cancel !== null || this.#isClosed) return;
    this.#cancel = this.#deps.clock.after(
      gatherMs,
      () => {
        this.#cancel = null;
        this.#checking = this.#check().finally(() => {
          this.#checking = null;
          if (this.#waiting.size > 0) this.#checkSoon();
        });
      },
      { unref: true },
    );
  }

  async #check(): Promise<void> {
    const all = [...this.#waiting];
    this.#waiting.clear();
    for (const [organizationId, users] of all) {
      try {
        for (const userId of await this.#checkUsers(organizationId, [...users])) this.take({ organizationId, userId });
      } catch (error) {
        passedOver('entitlements', this.#deps).warn({ organizationId, err: error }, 'entitlements.check_failed');
        for (const userId of users) this.take({ organizationId, userId });
      }
    }
  }

  /** @returns for whom it failed */
  async #checkUsers(organizationId: string, users: readonly string[]): Promise<readonly string[]> {
    const { isFree, settings } = await this.#deps.db.forOrganization(organizationId).organization();
    return stopUnentitledOf({ id: organizationId, isFree, settings }, this.#deps, users);
  }
}
