import { setTimeout as pause } from 'node:timers/promises';
import { type BotPhase, channels } from '@tenbin/bots';
import type { BotRow, Database, OrganizationDatabase } from '@tenbin/db';
import type { DialectName } from '@tenbin/exchange-virtual';
import { type Currency, type Decimal, DomainError } from '@tenbin/market';
import { buildBot, buildExchange, buildExchangeAccount, buildOrganization, buildUser } from '@tenbin/testkit';
import { Desk } from './desk.ts';
import { defaultCoin, type OwnCoin, pairsOf } from './own-coin.ts';
import type { PlannedBot, RoundCast } from './plan-round.ts';
import type { TrialVenue, VenueAccount } from './trial-venue.ts';
import { untilTaken } from './until-taken.ts';

/** Waiting ends with what is waited for: on a busy machine that is late, and no fault. */
const startWithinMs = 300_000;

export interface PlayingBot {
  readonly row: BotRow;
  readonly account: VenueAccount;
  readonly begins: PlannedBot['begins'];
  /** What it balances beside BTC and USDT. */
  readonly coin: Currency;
}

/** A third each, at the prices that the market swings around; as much, all in one currency; and too little of the coin. */
export function beginningOf({ begins, coin }: Pick<PlayingBot, 'begins' | 'coin'>): Readonly<Record<Currency, Decimal>> {
  if (begins === 'lopsided') return { USDT: '18000' };
  return { BTC: '0.1', [coin]: begins === 'even' ? '2' : '1.9', USDT: '6000' };
}

const passphrases: Readonly<Record<DialectName, string | null>> = { binance: null, okx: 'a phrase of faults' };

/** An organization with the users and bots of several rounds, as the server would have made them. */
export class Cast {
  readonly #db: Database;
  readonly #venue: TrialVenue;
  readonly organization: OrganizationDatabase;
  readonly #exchangeIds: Readonly<Record<DialectName, string>>;

  private constructor(parts: {
    db: Database;
    venue: TrialVenue;
    organizationId: string;
    exchangeIds: Readonly<Record<DialectName, string>>;
  }) {
    this.#db = parts.db;
    this.#venue = parts.venue;
    this.organization = parts.db.forOrganization(parts.organizationId);
    this.#exchangeIds = parts.exchangeIds;
  }

  static async make(db: Database, { venue, venueUrl }: { venue: TrialVenue; venueUrl: string }): Promise<Cast> {
    const { id: organizationId } = await buildOrganization(db);
    const open = async (ccxtId: DialectName) => {
      const requiresPassphrase = passphrases[ccxtId] !== null;
      return (await buildExchange(db, organizationId, { name: `${venueUrl}, ${ccxtId}`, ccxtId, baseUrl: venueUrl, requiresPassphrase }))
        .id;
    };
    return new Cast({ db, venue, organizationId, exchangeIds: { binance: await open('binance'), okx: await open('okx') } });
  }

  /** The accounts of a round, each with what its first bot begins with. */
  async createAccounts({ accounts, bots, dialect, coin }: RoundCast): Promise<VenueAccount[]> {
    const made = [];
    for (let index = 0; index < accounts; index += 1) {
      const first = bots.find(({ account }) => account === index);
      made.push(
        await this.#venue.createAccount(beginningOf({ begins: first?.begins ?? 'even', coin: nameOf(coin) }), passphrases[dialect]),
      );
    }
    return made;
  }

  /** An account of the platform's at the same exchange; null where a round has none. */
  async openDesk({ desk, dialect }: RoundCast): Promise<Desk | null> {
    if (desk === null) return null;
    return Desk.open(this.#db, desk, { venue: this.#venue, exchangeId: this.#exchangeIds[dialect], passphrase: passphrases[dialect] });
  }

  /** A user of its own for each round; several bots on one account share its key. */
  async makeBots({ bots, dialect, coin }: RoundCast, accounts: readonly VenueAccount[]): Promise<PlayingBot[]> {
    const { organizationId } = this.organization;
    const { id: userId } = await buildUser(this.#db, organizationId);
    const owner = { organizationId, userId, exchangeId: this.#exchangeIds[dialect] };
    const ids = await Promise.all(
      accounts.map(
        async ({ key, secret, passphrase }) => (await buildExchangeAccount(this.#db, owner, { apiKey: key, secret, passphrase })).id,
      ),
    );
    return Promise.all(
      bots.map(async ({ account: index, delta, begins, mayTake }) => {
        const [account, exchangeAccountId] = [accounts[index], ids[index]];
        if (!account || exchangeAccountId === undefined) throw new Error(`there is no account ${index}`);
        const given = { userId, exchangeAccountId, delta, postOnly: !mayTake, pairs: pairsOf(coin) };
        return { account, begins, coin: nameOf(coin), row: await buildBot(this.#db, organizationId, given) };
      }),
    );
  }

  /** Its own money for a bot that comes to a key which another one has. */
  async bringMoney(bot: PlayingBot): Promise<void> {
    for (const [currency, amount] of Object.entries(beginningOf(bot)))
      await this.#venue.inject({ type: 'changeBalance', account: bot.account.id, currency, amount });
  }

  /** It runs, or has stopped by itself. @throws {Error} saying what it does instead */
  async untilJoined({ row }: PlayingBot, withinMs: number): Promise<void> {
    await this.#until(row, ({ phase, active }) => phase.kind === 'running' || (phase.kind === 'stopped' && !active), {
      wanted: 'running',
      withinMs,
    });
  }

  async start({ row }: PlayingBot): Promise<void> {
    await this.setActive(row, true);
    await this.untilPhase(row, 'running', startWithinMs);
  }

  /** What the server does when a user asks for a rebalance and a start after it. */
  async rebalance({ row: { id: botId, userId, exchangeAccountId } }: PlayingBot): Promise<void> {
    const at = new Date();
    const asked = { userId, botId, startsBot: true, feePercents: { USDT: 0.5 }, at };
    await untilTaken(() => this.organization.rebalances.request(asked)).catch((error: unknown) => {
      // The database took it, its answer came to nobody, and it was asked again.
      if (!(error instanceof DomainError) || error.code !== 'rebalanceUnderWay') throw error;
    });
    await this.#notifyWorkers({ exchangeAccountId, botId });
  }

  /** Its rebalance has ended, and it runs or will not. @throws {Error} saying how it stands instead */
  async untilBegun({ row: { id: botId, userId } }: PlayingBot, withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    for (;;) {
      const [[rebalance], { phase, active }] = await untilTaken(() =>
        Promise.all([
          this.organization.rebalances.listOfUser(userId, { offset: 0, limit: 1, botId }),
          this.organization.bots.require(userId, botId),
        ]),
      );
      if (rebalance?.endedAt && (phase.kind === 'running' || (phase.kind === 'stopped' && !active))) return;
      const stands = `is ${phase.kind}, its rebalance ${rebalance?.status ?? 'not there'}`;
      if (Date.now() > until) throw new Error(`bot ${botId} ${stands}, after ${withinMs} ms; ${await this.#lastWords(botId)}`);
      await pause(100);
    }
  }

  /** What the server does when a user presses start or stop. */
  async setActive({ id, userId, exchangeAccountId }: BotRow, active: boolean): Promise<void> {
    const at = new Date();
    await untilTaken(() => this.organization.bots.setActive(userId, id, { active, by: userId, at }));
    await this.#notifyWorkers({ exchangeAccountId, botId: id });
  }

  /** What a bot that does not go on has said last, newest first. */
  async #lastWords(botId: string): Promise<string> {
    const entries = await this.organization.timeline.list(botId, { offset: 0, limit: 12 });
    return `it says ${entries.map(({ kind, at, count, facts }) => `${kind} ×${count} since ${at.toISOString()} ${JSON.stringify(facts)}`).join(' | ')}`;
  }

  #notifyWorkers(bot: { readonly exchangeAccountId: string; readonly botId: string }): Promise<void> {
    const { organizationId } = this.organization;
    return untilTaken(() => this.#db.notify(channels.desiredStates, JSON.stringify({ organizationId, ...bot })));
  }

  /** @throws {Error} saying what the bot is doing instead */
  untilPhase(row: BotRow, kind: BotPhase['kind'], withinMs: number): Promise<BotRow> {
    return this.#until(row, ({ phase }) => phase.kind === kind, { wanted: kind, withinMs });
  }

  async #until(
    { id, userId }: BotRow,
    isSo: (bot: BotRow) => boolean,
    { wanted, withinMs }: { readonly wanted: string; readonly withinMs: number },
  ): Promise<BotRow> {
    const until = Date.now() + withinMs;
    for (;;) {
      const bot = await untilTaken(() => this.organization.bots.require(userId, id));
      if (isSo(bot)) return bot;
      if (Date.now() > until) {
        throw new Error(`bot ${id} is ${bot.phase.kind}, not ${wanted}, after ${withinMs} ms; ${await this.#lastWords(id)}`);
      }
      await pause(100);
    }
  }
}

const nameOf = (coin: OwnCoin | null): Currency => coin?.name ?? defaultCoin;
