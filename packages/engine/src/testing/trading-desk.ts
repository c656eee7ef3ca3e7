import type { AddressHalt, ExchangeAccount } from '@tenbin/exchange';
import type { Decimal } from '@tenbin/market';
import type { Strategy } from '@tenbin/strategy';
import { type Log, type Metrics, noMetrics, silentLog } from '@tenbin/telemetry';
import { AccountRegistry } from '../account/account-registry.ts';
import { MarketDataHub } from '../market/market-data-hub.ts';
import { BotRunner } from '../runner/bot-runner.ts';
import { balancingBot } from './balancing-bot.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryJournal } from './memory-journal.ts';
import { ScriptedExchange } from './scripted-exchange.ts';

const worked: Record<string, Decimal> = { BTC: '0.1', ETH: '2', USDT: '6000' };
const prices = { 'BTC/USDT': '60000', 'ETH/USDT': '3000', 'ETH/BTC': '0.05' };

/** One bot, a scripted exchange, a clock that stands: the worked example of the balancing strategy at a width of 1 %. */
export class TradingDesk {
  readonly clock = new ManualClock();
  readonly exchange: ScriptedExchange;
  readonly journal: MemoryJournal;
  readonly ends: string[] = [];
  /** Of all that is opened from now on. */
  log: Log = silentLog;
  metrics: Metrics = noMetrics;
  /** How the exchange is connected to. */
  connect: () => Promise<ExchangeAccount> = async () => this.exchange;
  /** Until when the exchange lets nobody on this address call. */
  haltedUntil: Date | null = null;
  readonly #halt: Pick<AddressHalt, 'until'>;
  #runner: BotRunner | null = null;
  #hub: MarketDataHub;
  #accounts: AccountRegistry;

  /** @param given - `unit`: the exchange keeps money in whole ones of it; `isVirtual`: the bot trades on a virtual account */
  constructor({
    balances = worked,
    delta = 0.005,
    clientOrderId = true,
    postOnly = true,
    unit = null as Decimal | null,
    strategy = null as Strategy | null,
    isVirtual = false,
  } = {}) {
    this.exchange = new ScriptedExchange({ balances, prices, clientOrderId, unit, clock: this.clock });
    const haltNow = () => (this.haltedUntil !== null && this.haltedUntil > this.clock.now() ? this.haltedUntil : null);
    this.#halt = {
      get until() {
        return haltNow();
      },
    };
    const set = balancingBot({ pairs: Object.keys(prices), delta, postOnly });
    this.journal = new MemoryJournal({
      ...set,
      ...(strategy && { strategy }),
      ...(isVirtual && { funds: { version: 1, balances, heldByOthers: {} } }),
    });
    this.#hub = new MarketDataHub(this.exchange, { clock: this.clock, log: this.log, halt: this.#halt });
    this.#accounts = this.#newRegistry();
  }

  get bot(): BotRunner {
    if (!this.#runner) throw new Error('the bot is not open');
    return this.#runner;
  }

  /** A process begins: loads what is stored. */
  async open(): Promise<void> {
    this.#hub = new MarketDataHub(this.exchange, { clock: this.clock, log: this.log, halt: this.#halt });
    this.#accounts = this.#newRegistry();
    this.#runner = await BotRunner.open({
      journal: this.journal,
      hub: this.#hub,
      clock: this.clock,
      log: this.log,
      metrics: this.metrics,
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

  /** Time passes, and the common timer ticks every five seconds. */
  async wait(ms: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += 5_000) {
      await this.clock.advance(Math.min(5_000, ms - passed), () => this.settle());
      this.bot.tick();
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
      this.bot.tick();
      await settle();
    }
  }

  #newRegistry(): AccountRegistry {
    return new AccountRegistry(() => this.connect(), { clock: this.clock, log: this.log });
  }

  /** Everything that is under way comes to rest. */
  settle = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      await this.#runner?.idle();
    }
  };
}
