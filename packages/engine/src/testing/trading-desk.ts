import type { AddressHalt, ExchangeAccount } from '@tenbin/exchange';
import type { Decimal } from '@tenbin/market';
import { AccountRegistry } from '../account-registry.ts';
import { BotRunner } from '../bot-runner.ts';
import type { Log } from '../log.ts';
import { MarketDataHub } from '../market-data-hub.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryJournal } from './memory-journal.ts';
import { ScriptedExchange } from './scripted-exchange.ts';

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

const worked = { BTC: '0.1', ETH: '2', USDT: '6000' };
const prices = { 'BTC/USDT': '60000', 'ETH/USDT': '3000', 'ETH/BTC': '0.05' };

/** One bot, a scripted exchange, a clock that stands: the worked example of the balancing strategy at a width of 1 %. */
export class TradingDesk {
  readonly clock = new ManualClock();
  readonly exchange: ScriptedExchange;
  readonly journal: MemoryJournal;
  readonly ends: string[] = [];
  /** How the exchange is connected to. */
  connect: () => Promise<ExchangeAccount> = async () => this.exchange;
  /** Until when the exchange lets nobody on this address call. */
  haltedUntil: Date | null = null;
  readonly #halt: Pick<AddressHalt, 'until'>;
  #runner: BotRunner | null = null;
  #hub: MarketDataHub;
  #accounts: AccountRegistry;

  /** @param given - `unit`: the exchange keeps money in whole ones of it */
  constructor({ balances = worked, delta = 0.005, clientOrderId = true, postOnly = true, unit = null as Decimal | null } = {}) {
    this.exchange = new ScriptedExchange({ balances, prices, clientOrderId, unit, clock: this.clock });
    const haltNow = () => (this.haltedUntil !== null && this.haltedUntil > this.clock.now() ? this.haltedUntil : null);
    this.#halt = {
      get until() {
        return haltNow();
      },
    };
    const settings = { pairs: Object.keys(prices), delta, timeScale: 1, balanceTolerance: 0.5, postOnly };
    this.journal = new MemoryJournal({ settings });
    this.#hub = new MarketDataHub(this.exchange, silentLog, this.#halt, this.clock);
    this.#accounts = this.#newRegistry();
  }

  get bot(): BotRunner {
    if (!this.#runner) throw new Error('the bot is not open');
    return this.#runner;
  }

  /** A process begins: loads what is stored. */
  async open(): Promise<void> {
    this.#hub = new MarketDataHub(this.exchange, silentLog, this.#halt, this.clock);
    this.#accounts = this.#newRegistry();
    this.#runner = await BotRunner.open({
      journal: this.journal,
      hub: this.#hub,
      clock: this.clock,
      log: silentLog,
      leaseAccount: () => this.#accounts.lease('account-1'),
      openFreshAccount: async () => this.exchange,
      onEnd: (why) => this.ends.push(why),
    });
    await this.settle();
  }

  /** Opens the bot and starts it. */
  async start(): Promise<void> {
    await this.open();
    this.bot.start('user-1');
    await this.settle();
  }

  async stop(): Promise<void> {
    this.bot.stop('user-1');
    await this.settle();
  }

  /** Time passes, and the common timer knocks every five seconds. */
  async wait(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5_000) {
      await this.clock.advance(Math.min(5_000, ms - passed), () => this.settle());
      this.bot.look();
      await this.settle();
    }
  }

  /** Like {@link wait}, where something never comes to rest. */
  async pass(ms: number): Promise<void> {
    const settle = async () => {
      for (let round = 0; round < 8; round += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    for (let passed = 0; passed < ms; passed += 5_000) {
      await this.clock.advance(Math.min(5_000, ms - passed), settle);
      this.bot.look();
      await settle();
    }
  }

  #newRegistry(): AccountRegistry {
    return new AccountRegistry(() => this.connect(), { clock: this.clock, log: silentLog });
  }

  /** Everything that is under way comes to rest. */
  settle = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await this.#runner?.idle();
    }
  };
}
