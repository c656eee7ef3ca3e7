import { setTimeout as pause } from 'node:timers/promises';
import {
  type Booked,
  type Books,
  type BotPhase,
  channels,
  freezeLedger,
  give,
  ledgerStateOf,
  noteWallet,
  reverse,
  transfer,
} from '@tenbin/bots';
import {
  type AnyBotRow,
  areSameBalances,
  bookedOn,
  type Database,
  type OrganizationDatabase,
  platformOrganizationId,
  type VirtualAccount,
  type VirtualMovement,
  type VirtualOrder,
} from '@tenbin/db';
import { add, addBalances, type Balances, compare, type Decimal, DomainError, parseDecimal, subtract, toGrid } from '@tenbin/market';
import type { StrategySettings } from '@tenbin/strategy';
import { buildExchangeAccount } from '@tenbin/testkit';
import { type DeskAct, type LedgerName, ledgerNames, type MakerName, makerNames } from './desk-act.ts';
import type { DeskCast } from './plan-desk.ts';
import { middle } from './processes/restless-feed.ts';
import type { TrialVenue, VenueAccount } from './trial-venue.ts';
import { untilTaken } from './until-taken.ts';

const by = 'operator';
const all = { offset: 0, limit: 1_000_000 };
/** What orders by hand are put on: a pair's rules may come to be as coarse. */
const tick = '0.1';
/** How much worse than the market's price a market order may be. */
const line = 0.05;

type Act<Type extends DeskAct['type']> = Extract<DeskAct, { readonly type: Type }>;

interface DeskParts {
  readonly db: Database;
  readonly venue: TrialVenue;
  readonly account: VenueAccount;
  readonly exchangeAccountId: string;
  readonly ledgers: Readonly<Record<LedgerName, VirtualAccount>>;
  readonly hands: Readonly<Record<LedgerName, AnyBotRow>>;
  readonly bots: Readonly<Record<MakerName, AnyBotRow>>;
}

/** An exchange account of the platform's with virtual accounts, and what operators do with them: as the server's calls do it. */
export class Desk {
  readonly #db: Database;
  readonly #venue: TrialVenue;
  readonly #hands: DeskParts['hands'];
  readonly account: VenueAccount;
  readonly exchangeAccountId: string;
  readonly ledgers: DeskParts['ledgers'];
  readonly bots: DeskParts['bots'];
  /** What was refused, by code. */
  readonly refused: string[] = [];
  /** When its bots were first asked to stop for good. */
  stopAskedAt: Date | null = null;

  private constructor({ db, venue, account, exchangeAccountId, ledgers, hands, bots }: DeskParts) {
    this.#db = db;
    this.#venue = venue;
    this.#hands = hands;
    this.account = account;
    this.exchangeAccountId = exchangeAccountId;
    this.ledgers = ledgers;
    this.bots = bots;
  }

  static async open(
    db: Database,
    { given, rest, bots: settings }: DeskCast,
    { venue, exchangeId, passphrase }: { readonly venue: TrialVenue; readonly exchangeId: string; readonly passphrase: string | null },
  ): Promise<Desk> {
    const wallet = Object.values(given).reduce<Balances>((sum, one) => addBalances(sum, one), rest);
    const account = await venue.createAccount(wallet, passphrase);
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId };
    const secrets = { apiKey: account.key, secret: account.secret, passphrase };
    const { id: exchangeAccountId } = await buildExchangeAccount(db, owner, secrets);
    const platform = db.forOrganization(platformOrganizationId);
    const ledgers = await ofEach(ledgerNames, (name) => platform.virtualAccounts.create({ exchangeAccountId, name }));
    for (const [currency, amount] of Object.entries(wallet))
      await platform.virtualAccounts.change(exchangeAccountId, [], { by }, (books) => noteWallet(books, { currency, amount }));
    for (const name of ledgerNames)
      for (const [currency, amount] of Object.entries(given[name]))
        await platform.virtualAccounts.change(exchangeAccountId, [ledgers[name].id], { by, reason: 'To begin with' }, (books) =>
          give(books, ledgers[name].id, { currency, amount }),
        );
    const make = ({ id: virtualAccountId }: VirtualAccount, strategy: StrategySettings) => {
      const postOnly = strategy.kind !== 'byHand';
      return platform.bots.create({
        userId: null,
        exchangeAccountId,
        virtualAccountId,
        name: strategy.kind,
        type: 'MANUAL',
        strategy,
        postOnly,
      });
    };
    const hands = await ofEach(ledgerNames, (name) => make(ledgers[name], { kind: 'byHand', pairs: [] }));
    const bots = await ofEach(makerNames, (name) => make(ledgers[name], settings[name]));
    return new Desk({ db, venue, account, exchangeAccountId, ledgers, hands, bots });
  }

  get #platform(): OrganizationDatabase {
    return this.#db.forOrganization(platformOrganizationId);
  }

  /** All of its bots run. @throws {Error} saying what one does instead */
  async start(withinMs: number): Promise<void> {
    const bots = [...Object.values(this.#hands), ...Object.values(this.bots)];
    for (const bot of bots) await this.#setActive(bot, true);
    for (const bot of bots) await this.#untilPhase(bot, 'running', withinMs);
  }

  /** What may not be done now is refused, and noted. */
  async act(act: DeskAct): Promise<void> {
    try {
      await this.#act(act);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.refused.push(`${act.type}: ${error.code}`);
    }
  }

  /** Asks its bots to stop, but for what sends orders by hand. */
  async askToStop(): Promise<void> {
    this.stopAskedAt ??= new Date();
    for (const bot of Object.values(this.bots)) await this.#setActive(bot, false);
  }

  /**
   * Everything is over: bots have stopped, no order holds anything, and the books are the wallet. Last stops what sends orders
   * by hand, so that a worker owns the account until then.
   *
   * @throws {Error} saying what is not over instead
   */
  async stop(withinMs: number): Promise<void> {
    await this.askToStop();
    for (const bot of Object.values(this.bots)) await this.#untilPhase(bot, 'stopped', withinMs);
    await this.#until(() => this.#whatIsHeld(), withinMs);
    await this.#until(() => this.#whatDiffers(), withinMs);
    for (const hand of Object.values(this.#hands)) await this.#setActive(hand, false);
    for (const hand of Object.values(this.#hands)) await this.#untilPhase(hand, 'stopped', withinMs);
  }

  #act(act: DeskAct): Promise<unknown> {
    switch (act.type) {
      case 'give':
        return this.#change([act.name], (books, [id = '']) => give(books, id, act));
      case 'transfer':
        return this.#change([act.from, act.to], (books, [from = '', to = '']) => transfer(books, { from, to }, act));
      case 'reverse':
        return this.#reverse();
      case 'orderByHand':
        return this.#order(act);
      case 'cancelByHand':
        return this.#cancelLast();
      case 'changeBot':
        return this.#changeBot(act);
      case 'pauseBot':
        return this.#pauseBot(act);
      case 'freeze':
        return this.#freezeFor(act);
    }
  }

  async #change(
    names: readonly LedgerName[],
    work: (books: Books, ids: readonly string[]) => Booked,
    changing: { readonly reverses?: number } = {},
  ): Promise<void> {
    const ids = names.map((name) => this.ledgers[name].id);
    const { virtualAccounts } = this.#platform;
    const why = { by, reason: 'A round of faults', ...changing };
    await untilTaken(() => virtualAccounts.change(this.exchangeAccountId, [...new Set(ids)], why, (books) => work(books, ids)));
    for (const name of names) await this.#tell(this.#hands[name]);
  }

  async #reverse(): Promise<void> {
    const { virtualAccounts } = this.#platform;
    const found = new Map<number, VirtualMovement>();
    for (const { id } of Object.values(this.ledgers))
      for (const movement of await untilTaken(() => virtualAccounts.listMovements(id, all))) found.set(movement.number, movement);
    const reversed = new Set([...found.values()].map(({ reverses }) => reverses));
    const isMovedByHand = ({ cause, number }: VirtualMovement) => (cause === 'give' || cause === 'transfer') && !reversed.has(number);
    const last = [...found.values()].filter(isMovedByHand).reduce((one, other) => (one.number > other.number ? one : other));
    const names = ledgerNames.filter((name) => [last.subAccountId, last.counterpartId].includes(this.ledgers[name].id));
    await this.#change(names, (books) => reverse(books, last), { reverses: last.number });
  }

  async #order({ name, pair, side, amount, away }: Act<'orderByHand'>): Promise<void> {
    const isMarket = away === null;
    const wanted = (middle[pair] ?? 0) * (1 + (away ?? (side === 'buy' ? line : -line)));
    const asked = toGrid(parseDecimal(wanted), tick, side === 'buy' ? 'down' : 'up');
    const price = isMarket ? await this.#beforeOwn({ pair, side, price: asked }) : asked;
    const hand = this.#hands[name];
    const given = { virtualAccountId: this.ledgers[name].id, botId: hand.id, pair, side, price, amount, isMarket, by };
    await untilTaken(() => this.#platform.virtualAccounts.askOrder(given));
    await this.#tell(hand);
  }

  /** A market order goes as far as it may, but not to the first order of its own exchange account. */
  async #beforeOwn({ pair, side, price }: Pick<Act<'orderByHand'>, 'pair' | 'side'> & { readonly price: Decimal }): Promise<Decimal> {
    const isBetter = (one: Decimal, other: Decimal) => compare(one, other) === (side === 'buy' ? -1 : 1);
    const own = (await this.#openOrders()).filter((order) => order.pair === pair && order.side !== side).map((order) => order.price);
    const before = own.map((one) => (side === 'buy' ? subtract(one, tick) : add(one, tick)));
    return [price, ...before].reduce((one, other) => (isBetter(one, other) ? one : other));
  }

  async #cancelLast(): Promise<void> {
    const [last] = (await this.#openOrders())
      .filter(({ isByHand, cancelAskedAt }) => isByHand && cancelAskedAt === null)
      .sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime());
    if (last) await this.#cancel(last);
  }

  async #cancel({ clientOrderId, botId }: VirtualOrder): Promise<void> {
    await untilTaken(() => this.#platform.virtualAccounts.askCancel(clientOrderId));
    await this.#tell({ id: botId });
  }

  async #changeBot({ name, byPercent }: Act<'changeBot'>): Promise<void> {
    const { strategy } = await this.#read(this.bots[name]);
    const wider = (spread: number) => spread * (1 + byPercent / 100);
    if (strategy.kind === 'calculateOrder')
      await this.#setStrategy(name, { ...strategy, bidSpread: wider(strategy.bidSpread), askSpread: wider(strategy.askSpread) });
    if (strategy.kind === 'spread') await this.#setStrategy(name, { ...strategy, spread: wider(strategy.spread) });
  }

  async #setStrategy(name: MakerName, strategy: StrategySettings): Promise<void> {
    await untilTaken(() => this.#platform.bots.changeStrategy(this.bots[name].id, strategy));
    await this.#tell(this.bots[name]);
  }

  async #pauseBot({ name, forMs }: Act<'pauseBot'>): Promise<void> {
    await this.#setActive(this.bots[name], false);
    await pause(forMs);
    await this.#startAgain(name);
  }

  async #freezeFor({ name, forMs }: Act<'freeze'>): Promise<void> {
    const set = (isFrozen: boolean) =>
      this.#change([name], (books, [id = '']) => {
        const ledger = books.ledgers[id];
        if (!ledger) throw new Error(`there is no ledger ${id}`);
        return { books: { ...books, ledgers: { ...books.ledgers, [id]: freezeLedger(ledger, isFrozen) } }, movements: [] };
      });
    await set(true);
    await pause(forMs);
    await set(false);
    await this.#startAgain(name);
  }

  /** Nothing is started on an account out of which nothing may go. */
  async #startAgain(name: MakerName): Promise<void> {
    const account = await untilTaken(() => this.#platform.virtualAccounts.findById(this.ledgers[name].id));
    if (account && ledgerStateOf(account) === 'active') await this.#setActive(this.bots[name], true);
  }

  async #setActive(bot: AnyBotRow, active: boolean): Promise<void> {
    await untilTaken(() => this.#platform.bots.setActive(null, bot.id, { active, by, at: new Date() }));
    await this.#tell(bot);
  }

  #tell({ id: botId }: Pick<AnyBotRow, 'id'>): Promise<void> {
    const { exchangeAccountId } = this;
    const signal = { organizationId: platformOrganizationId, exchangeAccountId, botId };
    return untilTaken(() => this.#db.notify(channels.desiredStates, JSON.stringify(signal)));
  }

  async #openOrders(): Promise<VirtualOrder[]> {
    const { virtualAccounts } = this.#platform;
    const ids = Object.values(this.ledgers).map(({ id }) => id);
    return (await Promise.all(ids.map((id) => untilTaken(() => virtualAccounts.listOrders(id, { ...all, isOpen: true }))))).flat();
  }

  async #read({ id }: Pick<AnyBotRow, 'id'>): Promise<AnyBotRow> {
    const bot = await untilTaken(() => this.#platform.bots.find(id));
    if (!bot) throw new Error(`bot ${id} is not there`);
    return bot;
  }

  #untilPhase(bot: AnyBotRow, kind: BotPhase['kind'], withinMs: number): Promise<void> {
    return this.#until(async () => {
      const { phase, strategy, messages } = await this.#read(bot);
      const codes = messages.map(({ code }) => code).join();
      return phase.kind === kind ? null : `bot ${bot.id} (${strategy.kind}) is ${phase.kind}, not ${kind}; it says ${codes || 'nothing'}`;
    }, withinMs);
  }

  /** Orders by hand are taken back; what orders hold is free when they are over. */
  async #whatIsHeld(): Promise<string | null> {
    for (const order of await this.#openOrders()) if (order.isByHand && order.cancelAskedAt === null) await this.#cancel(order);
    const accounts = await untilTaken(() => this.#platform.virtualAccounts.list(this.exchangeAccountId));
    const held = accounts.flatMap(({ name, holds }) => Object.keys(holds).map((id) => `${id} of ${name}`));
    return held.length === 0 ? null : `orders still hold money: ${held.join(', ')}`;
  }

  /** Money that came or went from outside, and what the exchange rounded, is booked when it has lasted. */
  async #whatDiffers(): Promise<string | null> {
    const booked = await untilTaken(() => bookedOn(this.#platform, this.exchangeAccountId));
    const wallet = (await this.#venue.wallets()).get(this.account.id) ?? {};
    if (booked && areSameBalances(booked.total, wallet)) return null;
    return `the books of ${this.exchangeAccountId} are ${JSON.stringify(booked?.total)}, the wallet is ${JSON.stringify(wallet)}`;
  }

  async #until(whatNot: () => Promise<string | null>, withinMs: number): Promise<void> {
    const until = Date.now() + withinMs;
    for (;;) {
      const not = await whatNot();
      if (not === null) return;
      if (Date.now() > until) throw new Error(`after ${withinMs} ms ${not}`);
      await pause(200);
    }
  }
}

async function ofEach<Name extends string, One>(names: readonly Name[], make: (name: Name) => Promise<One>): Promise<Record<Name, One>> {
  const made: [Name, One][] = [];
  for (const name of names) made.push([name, await make(name)]);
  return Object.fromEntries(made) as Record<Name, One>;
}
