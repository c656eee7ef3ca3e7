import { deepEqual } from 'node:assert/strict';
import { type BotPhase, channels, hasShare } from '@tenbin/bots';
import type { BotRow, Database, OrganizationDatabase, Rebalance } from '@tenbin/db';
import {
  createVirtualExchange,
  type Rights,
  type ServedExchange,
  serveExchange,
  type VirtualExchange,
  type VirtualExchangeOptions,
} from '@tenbin/exchange-virtual';
import { add, type Balances, type Decimal, negate, parsePair } from '@tenbin/market';
import { systemRuntime } from '@tenbin/runtime';
import { type Log, silentLog } from '@tenbin/telemetry';
import { buildBot, buildExchange, buildExchangeAccount, buildOrganization, buildUser, testVault } from '@tenbin/testkit';
import { connectExchange } from '@tenbin/testkit/exchange';
import { startWorker, type Worker, type WorkerOptions } from '../start-worker.ts';

/** A market that moves faster than life asks for more than an exchange's limits allow. */
const limits = { weightPerMinute: 1_000_000, ordersPerTenSeconds: 100_000, ordersPerDay: 100_000_000 };
const okxLimits = { requestsPerTwoSeconds: 1_000_000, ordersPerTwoSeconds: 1_000_000 };

const triangle = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** The real parts together: database, virtual exchange on a socket, ccxt, worker; one organization with one user. */
export class TradingFloor {
  readonly db: Database;
  readonly exchange: VirtualExchange;
  readonly served: ServedExchange;
  readonly organization: OrganizationDatabase;
  readonly userId: string;
  readonly exchangeId: string;
  readonly #log: Log;
  #worker: Worker | null = null;

  private constructor(parts: {
    readonly db: Database;
    readonly exchange: VirtualExchange;
    readonly served: ServedExchange;
    readonly organizationId: string;
    readonly userId: string;
    readonly exchangeId: string;
    readonly log: Log;
  }) {
    this.db = parts.db;
    this.exchange = parts.exchange;
    this.served = parts.served;
    this.organization = parts.db.forOrganization(parts.organizationId);
    this.userId = parts.userId;
    this.exchangeId = parts.exchangeId;
    this.#log = parts.log;
  }

  static async open(
    db: Database,
    market: Partial<VirtualExchangeOptions>,
    { log = silentLog, timeScale = 120 } = {},
  ): Promise<TradingFloor> {
    const exchange = await createVirtualExchange({ runtime: systemRuntime(), ...market });
    const served = await serveExchange(exchange, { limits, okxLimits });
    const organization = await buildOrganization(db);
    const { id: exchangeId } = await buildExchange(db, organization.id, { ccxtId: 'binance', baseUrl: served.url, timeScale });
    const { id: userId } = await buildUser(db, organization.id);
    return new TradingFloor({ db, exchange, served, organizationId: organization.id, userId, exchangeId, log });
  }

  /** The same floor after its database was closed and opened again. */
  over(db: Database): TradingFloor {
    const { exchange, served, userId, exchangeId, organization } = this;
    return new TradingFloor({ db, exchange, served, organizationId: organization.organizationId, userId, exchangeId, log: this.#log });
  }

  /** A key on the virtual exchange with this much, and a bot on it that does not run yet. */
  async addBot(
    balances: Readonly<Record<string, Decimal>>,
    {
      pairs = triangle,
      delta = 0.005,
      apiKey,
      rights,
      autoActivation,
      passphrase,
    }: {
      readonly pairs?: readonly string[];
      readonly delta?: number;
      readonly apiKey?: string;
      readonly rights?: Partial<Rights>;
      readonly autoActivation?: boolean;
      /** Makes it trade in OKX's words. `given`: what its user typed; as the exchange has it unless told. */
      readonly passphrase?: { readonly right: string; readonly given?: string };
    } = {},
  ): Promise<{ readonly bot: BotRow; readonly key: string }> {
    const { key, secret } = this.exchange.createAccount({ balances, rights, passphrase: passphrase?.right });
    const exchangeId = passphrase ? await this.#openOkx() : this.exchangeId;
    const owner = { organizationId: this.organization.organizationId, userId: this.userId, exchangeId };
    const credentials = { apiKey: apiKey ?? key, secret, passphrase: passphrase ? (passphrase.given ?? passphrase.right) : null };
    const { id: exchangeAccountId } = await buildExchangeAccount(this.db, owner, credentials);
    const bot = await buildBot(this.db, owner.organizationId, {
      userId: this.userId,
      exchangeAccountId,
      pairs,
      delta,
      ...(autoActivation && { autoActivation }),
    });
    return { bot, key };
  }

  /** Another bot on a key that one has already. */
  addBotTo(exchangeAccountId: string, { postOnly = true } = {}): Promise<BotRow> {
    const given = { userId: this.userId, exchangeAccountId, pairs: triangle, postOnly };
    return buildBot(this.db, this.organization.organizationId, given);
  }

  /** The same exchange, under the name by which ccxt knows its second dialect. */
  async #openOkx(): Promise<string> {
    const { organizationId } = this.organization;
    const given = { name: `OKX of ${organizationId}`, ccxtId: 'okx', baseUrl: this.served.url, timeScale: 120, requiresPassphrase: true };
    return (await buildExchange(this.db, organizationId, given)).id;
  }

  /** In the place of the one that runs: what a test leaves running would go on beside the tests after it. */
  async startWorker(options: Partial<WorkerOptions> = {}): Promise<Worker> {
    await this.stopWorker();
    this.#worker = await startWorker({
      db: this.db,
      clock: systemRuntime(),
      openSeal: (sealed, identity) => testVault.open(sealed, identity),
      connect: (settings) => connectExchange(settings),
      log: this.#log,
      ...options,
    });
    return this.#worker;
  }

  async stopWorker(): Promise<void> {
    await this.#worker?.close();
    this.#worker = null;
  }

  /** What the server does when its user presses start or stop. */
  async setActive({ id, exchangeAccountId }: BotRow, active: boolean): Promise<void> {
    await this.organization.bots.setActive(this.userId, id, { active, by: this.userId, at: new Date() });
    const signal = { organizationId: this.organization.organizationId, exchangeAccountId, botId: id };
    await this.db.notify(channels.desiredStates, JSON.stringify(signal));
  }

  /** What the server does when its user asks for a rebalance. */
  async requestRebalance({ id, exchangeAccountId }: BotRow, { startsBot }: { readonly startsBot: boolean }): Promise<void> {
    const wanted = { userId: this.userId, botId: id, startsBot, feePercents: { USDT: 0.5 }, at: new Date() };
    await this.organization.rebalances.request(wanted);
    const signal = { organizationId: this.organization.organizationId, exchangeAccountId, botId: id };
    await this.db.notify(channels.desiredStates, JSON.stringify(signal));
  }

  /** The bot's latest rebalance, once it has ended. */
  async untilRebalanced(botId: string): Promise<Rebalance> {
    return until(async () => {
      const [latest] = await this.organization.rebalances.listOfUser(this.userId, { offset: 0, limit: 1, botId });
      return latest?.endedAt ? latest : null;
    });
  }

  async bot(id: string): Promise<BotRow> {
    return this.organization.bots.require(this.userId, id);
  }

  async untilPhase(id: string, kind: BotPhase['kind']): Promise<BotRow> {
    return until(async () => {
      const bot = await this.bot(id);
      return bot.phase.kind === kind ? bot : null;
    });
  }

  async untilRecords(id: string, count: number): Promise<void> {
    await until(async () => ((await this.organization.records.count(id)) >= count ? true : null));
  }

  /** The balances as the contract records, and the trades that stand in none yet, explain them from the initial ones on. */
  async explained(id: string): Promise<Balances> {
    const bot = await this.bot(id);
    const balances: Record<string, Decimal> = { ...bot.ledger?.initialBalances };
    const move = (currency: string, amount: Decimal) => {
      balances[currency] = add(balances[currency] ?? '0', amount);
    };
    for (const record of await this.organization.records.list(id, { offset: 0, limit: 100_000 })) {
      const { base, counter } = parsePair(record.pair);
      const isBuy = record.side === 'buy';
      move(base, isBuy ? record.amount : negate(record.amount));
      move(counter, isBuy ? negate(record.notional) : record.notional);
      move(record.feeCurrency, negate(record.fee));
    }
    return balances;
  }

  /** What each bot holds is what its sub-account's movements add up to; seen in a moment in which none of them moves. */
  async expectLedgersToAddUp(exchangeAccountId: string): Promise<void> {
    const { bots, ledgers } = this.organization;
    const seen = await until(async () => {
      const before = await ledgers.listOfAccount(exchangeAccountId);
      const derived = await ledgers.addUp(exchangeAccountId);
      const all = await bots.listOfAccount(exchangeAccountId);
      const after = await ledgers.listOfAccount(exchangeAccountId);
      return JSON.stringify(before) === JSON.stringify(after) ? { derived, all, stored: after } : null;
    });
    const balances = seen.stored.map(({ id, balances: stored }) => [id, stored, seen.derived.get(id) ?? {}]);
    const known = seen.all.map(({ subAccountId, phase, ledger }) => {
      const held = hasShare(phase) ? ledger?.balances : {};
      return [subAccountId, held, held];
    });
    deepEqual(balances, known);
  }

  /** What the virtual exchange says that the account has. */
  wallet(key: string): Balances {
    return Object.fromEntries(
      Object.entries(this.exchange.accountWallet(key)).map(([currency, { free, locked }]) => [currency, add(free, locked)]),
    );
  }

  /** So much USDT, and at the prices of now as much worth of BTC and of ETH. */
  evenWallet(usdt: Decimal): Record<string, Decimal> {
    const worthOf = (currency: string) => (Number(usdt) / this.price(`${currency}/USDT`)).toFixed(6);
    return { USDT: usdt, BTC: worthOf('BTC'), ETH: worthOf('ETH') };
  }

  sumOf(all: readonly (Balances | undefined)[]): Balances {
    const total: Record<string, Decimal> = {};
    for (const balances of all) {
      for (const [currency, amount] of Object.entries(balances ?? {})) total[currency] = add(total[currency] ?? '0', amount);
    }
    return total;
  }

  /** The market's last price. */
  price(pair: string): number {
    const { lastTicks, market } = this.exchange.live(pair);
    return lastTicks * Number(market.tickSize);
  }

  openOrderCount(key: string): number {
    return this.exchange.findAccount(key)?.openOrders.size ?? 0;
  }

  async close(): Promise<void> {
    await this.stopWorker();
    await this.served.close();
    await this.exchange.close();
  }
}

/** A slow machine is no fault of what is tested: what never comes is told a little before the test's own time is over. */
const patienceMs = 600_000;

/** Asks again and again until there is an answer. @throws {Error} when there is none for long */
export async function until<T>(ask: () => Promise<T | null>): Promise<T> {
  const endsAt = Date.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > endsAt) throw new Error(`nothing after ${patienceMs} ms: ${ask.toString().slice(0, 200)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
