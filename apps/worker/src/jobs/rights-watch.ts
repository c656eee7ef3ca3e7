import { channels, type LiveSignal } from '@tenbin/bots';
import { type Claim, type Database, exchangeUserOf } from '@tenbin/db';
import type { Clock } from '@tenbin/engine';
import { type ExchangeAccount, ExchangeError, rightsFault } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import type { Log } from '@tenbin/telemetry';
import type { Fleet } from '../bots/fleet.ts';

const dayMs = 24 * 3_600_000;
/** A check that did not answer is no check. */
const retryMs = 10 * 60_000;
const maxAtOnce = 20;

export interface RightsWatchOptions {
  readonly db: Database;
  readonly fleet: Pick<Fleet, 'ownedAccounts' | 'openFreshAccount' | 'stopAccount'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

interface Answer {
  readonly fault: string | null;
  readonly isCertain: boolean;
  /** Whose account it is, by the exchange's own number; null where it did not say. */
  readonly accountId: string | null;
  /** When the key ends by itself; null: it does not, or the exchange does not tell; undefined: it did not answer. */
  readonly keyEndsAt?: Date | null;
}

/**
 * Looks once a day at what every key may do that a bot runs with: its owner may have given it more rights since. A key
 * that may withdraw or transfer stops its bots. A check that fails is not passed over: the bots' timelines say so, and it
 * is made again after a few minutes. When a key ends, where the exchange tells, is kept for whoever looks after its user. An account of the exchange that was entered twice before anybody asked whose it is
 * stops the bots of the second.
 */
export class RightsWatch {
  readonly #options: RightsWatchOptions;

  constructor(options: RightsWatchOptions) {
    this.#options = options;
  }

  /** Checks what is due of the accounts that this worker owns. Throws never. */
  async work(): Promise<void> {
    const { db, fleet, clock, log } = this.#options;
    try {
      const claims = await db.platform.workers.listRightsDue(fleet.ownedAccounts(), { at: clock.now(), limit: maxAtOnce });
      for (const claim of claims) await this.#check(claim);
    } catch (error) {
      log.warn({ err: error }, 'key_rights.check_failed');
    }
  }

  async #check(claim: Claim): Promise<void> {
    const { fleet, clock, log, db } = this.#options;
    const { organizationId, exchangeAccountId } = claim;
    const { fault, isCertain, accountId, keyEndsAt } = await this.#askExchange(claim);
    const areTooMany = fault === 'withdrawalRight' || fault === 'transferRight';
    if (areTooMany) {
      log.warn({ exchangeAccountId, fault }, 'key_rights.exceeded');
      fleet.stopAccount(exchangeAccountId, { code: fault, facts: {} });
    }
    const isTaken = accountId !== null && !(await this.#couldNoteUser(claim, accountId));
    if (isTaken) {
      log.warn({ exchangeAccountId }, 'account.entered_twice');
      fleet.stopAccount(exchangeAccountId, { code: 'exchangeAccountInUse', facts: {} });
    }
    if (!isCertain) await this.#sayUnknown(claim, fault ?? 'keyRightsUnknown');
    // Only keys that a bot runs with are due: one that still runs then was not reached by its stop.
    const dueAt = new Date(clock.now().getTime() + (isCertain && !areTooMany && !isTaken ? dayMs : retryMs));
    await db.forOrganization(organizationId).exchangeAccounts.setRightsDue(exchangeAccountId, dueAt, { keyEndsAt });
  }

  /** @returns false where somebody else's bots use the same account at the exchange */
  async #couldNoteUser({ organizationId, exchangeAccountId, exchangeId }: Claim, accountId: string): Promise<boolean> {
    const { db, clock } = this.#options;
    const { exchangeAccounts } = db.forOrganization(organizationId);
    const exchange = await db.platform.exchanges.find(exchangeId);
    if (!exchange) return true;
    const exchangeUser = exchangeUserOf(exchange, accountId);
    const { exchangeUser: noted } = await exchangeAccounts.require(exchangeAccountId);
    if (noted === exchangeUser) return true;
    await db.platform.exchangeUsers.release(exchangeUser, { before: clock.now() });
    try {
      await exchangeAccounts.setExchangeUser(exchangeAccountId, exchangeUser);
      return true;
    } catch (error) {
      if (error instanceof DomainError && error.code === 'exchangeAccountInUse') return false;
      throw error;
    }
  }

  async #askExchange(claim: Claim): Promise<Answer> {
    let account: ExchangeAccount | null = null;
    try {
      account = await this.#options.fleet.openFreshAccount(claim);
      const rights = await account.fetchKeyRights();
      const fault = rightsFault(rights, account.capabilities);
      const isCertain = fault !== 'keyRightsUnknown';
      const accountId = (await account.fetchAccountId?.()) ?? null;
      return { fault, isCertain, accountId, ...(isCertain && { keyEndsAt: rights.endsAt ?? null }) };
    } catch (error) {
      if (error instanceof ExchangeError) return { fault: error.reason, isCertain: false, accountId: null };
      const { exchangeAccountId } = claim;
      this.#options.log.error({ exchangeAccountId, err: error }, 'key_rights.fetch_failed');
      return { fault: 'keyRightsUnknown', isCertain: false, accountId: null };
    } finally {
      await account?.close();
    }
  }

  async #sayUnknown({ organizationId, exchangeAccountId }: Claim, reason: string): Promise<void> {
    const { db, clock } = this.#options;
    const { bots, timeline } = db.forOrganization(organizationId);
    for (const { id: botId, userId, phase } of await bots.listOfAccount(exchangeAccountId)) {
      if (phase.kind !== 'running') continue;
      await timeline.append(botId, { kind: 'keyRightsUnknown', at: clock.now(), facts: { reason } });
      await db.notify(channels.botNews, JSON.stringify({ organizationId, userId, botId, changed: ['timeline'] } satisfies LiveSignal));
    }
  }
}
