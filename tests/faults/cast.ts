import { setTimeout as pause } from 'node:timers/promises';
import { type BotState, channels } from '@tenbin/bots';
import type { BotRow, Database, OrganizationDatabase } from '@tenbin/db';
import type { Decimal } from '@tenbin/market';
import { buildBot, buildExchange, buildExchangeAccount, buildOrganization, buildUser } from '@tenbin/testkit';
import type { TrialVenue, VenueAccount } from './trial-venue.ts';

/** A third each, at the prices that the market swings around. */
export const evenBalances: Readonly<Record<string, Decimal>> = { BTC: '0.1', ETH: '2', USDT: '6000' };

export interface PlayingBot {
  readonly row: BotRow;
  readonly account: VenueAccount;
}

/** An organization with the users and bots of several rounds, as the server would have made them. */
export class Cast {
  readonly #db: Database;
  readonly #venue: TrialVenue;
  readonly organization: OrganizationDatabase;
  readonly #exchangeId: string;

  private constructor(parts: { db: Database; venue: TrialVenue; organizationId: string; exchangeId: string }) {
    this.#db = parts.db;
    this.#venue = parts.venue;
    this.organization = parts.db.forOrganization(parts.organizationId);
    this.#exchangeId = parts.exchangeId;
  }

  static async make(db: Database, { venue, venueUrl }: { venue: TrialVenue; venueUrl: string }): Promise<Cast> {
    const { id: organizationId } = await buildOrganization(db);
    const { id: exchangeId } = await buildExchange(db, organizationId, { name: 'Venue of faults', ccxtId: 'binance', baseUrl: venueUrl });
    return new Cast({ db, venue, organizationId, exchangeId });
  }

  createAccount(): Promise<VenueAccount> {
    return this.#venue.createAccount(evenBalances);
  }

  /** One bot of a user of its own for each; several on one account share its key. */
  async makeBots(accounts: readonly VenueAccount[], planned: readonly { account: number; delta: number }[]): Promise<PlayingBot[]> {
    const { organizationId } = this.organization;
    const { id: userId } = await buildUser(this.#db, organizationId);
    const owner = { organizationId, userId, exchangeId: this.#exchangeId };
    const ids = await Promise.all(
      accounts.map(async ({ key, secret }) => (await buildExchangeAccount(this.#db, owner, { apiKey: key, secret })).id),
    );
    return Promise.all(
      planned.map(async ({ account: index, delta }) => {
        const [account, exchangeAccountId] = [accounts[index], ids[index]];
        if (!account || exchangeAccountId === undefined) throw new Error(`there is no account ${index}`);
        return { account, row: await buildBot(this.#db, organizationId, { userId, exchangeAccountId, delta }) };
      }),
    );
  }

  /** Starts a bot. One that comes to a key that is in use brings its own money, once the other runs. */
  async start({ row, account }: PlayingBot, { bringsMoney }: { readonly bringsMoney: boolean }): Promise<void> {
    if (bringsMoney) {
      for (const [currency, amount] of Object.entries(evenBalances)) {
        await this.#venue.inject({ type: 'changeBalance', account: account.id, currency, amount });
      }
    }
    await this.wish(row, true);
    await this.untilPhase(row, 'running', 60_000);
  }

  /** What the server does when a user presses start or stop. */
  async wish({ id, userId, exchangeAccountId }: BotRow, active: boolean): Promise<void> {
    await this.organization.bots.setActive(userId, id, { active, by: userId, at: new Date() });
    const { organizationId } = this.organization;
    await this.#db.notify(channels.botWishes, JSON.stringify({ organizationId, exchangeAccountId, botId: id }));
  }

  /** @throws {Error} saying what the bot is doing instead */
  async untilPhase({ id, userId }: BotRow, kind: BotState['kind'], withinMs: number): Promise<BotRow> {
    const until = Date.now() + withinMs;
    for (;;) {
      const bot = await this.organization.bots.require(userId, id);
      if (bot.phase.kind === kind) return bot;
      if (Date.now() > until) {
        const said = bot.messages.map(({ code }) => code).join(', ');
        throw new Error(`bot ${id} is ${bot.phase.kind}, not ${kind}, after ${withinMs} ms${said && `; it says ${said}`}`);
      }
      await pause(100);
    }
  }
}
