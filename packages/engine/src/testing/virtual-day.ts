import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import {
  createVirtualExchange,
  defaultMarkets,
  type Feed,
  generatedFeed,
  MemoryTransport,
  VenueWire,
  type VirtualExchange,
} from '@tenbin/exchange-virtual';
import { add, type Balances, type Side } from '@tenbin/market';
import { VirtualRuntime } from '@tenbin/runtime';
import { deltaOfWidth } from '@tenbin/strategy';
import { silentLog } from '@tenbin/telemetry';
import { AccountRegistry } from '../account/account-registry.ts';
import type { BotMemory } from '../decision/bot-state.ts';
import { MarketDataHub } from '../market/market-data-hub.ts';
import { BotRunner } from '../runner/bot-runner.ts';
import { balancingBot } from './balancing-bot.ts';
import { MemoryJournal } from './memory-journal.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const worked = { BTC: '0.1', ETH: '2', USDT: '6000' };
const baseUrl = 'http://venue.memory';

/** Every update stands for two seconds at most, so a market that is updated more rarely goes faster. */
const generatedEveryMs = 30_000;
const speed = generatedEveryMs / 2_000;
/** As the worker's rounds do. */
const tickEveryMs = 5_000;
const maxWayMs = 40;

export interface VirtualDay {
  /** What happened, in its order: at the exchange, and what the bot says of it. */
  readonly trace: readonly string[];
  readonly trades: number;
  readonly journal: MemoryJournal;
  /** What the exchange has of the account when the bot has stopped. */
  readonly wallet: Balances;
}

export interface DayOptions {
  readonly hours?: number;
  /** A balancing bot of 0.5 % unless given. */
  readonly bot?: Pick<BotMemory, 'settings' | 'strategy'>;
  readonly balances?: Balances;
  /** A generated market of the seed unless given, updated every half minute. */
  readonly market?: { readonly feed: Feed; readonly updateEveryMs: number };
  /** Looks at the bot every five seconds. */
  readonly onTick?: (bot: BotRunner, open: readonly Quote[]) => void;
}

/** An order that the exchange has open. */
export interface Quote {
  readonly side: Side;
  /** Counter per base. */
  readonly price: number;
}

/**
 * A day of a bot on virtual time: the runner as the worker has it, the port over ccxt, and the virtual exchange in Binance's dialect
 * with a generated market. Nothing of the machine is in it: requests and sockets go through memory and take a random while, and one
 * seed makes up the market, those whiles, and every other chance.
 */
export async function tradeVirtualDay(seed: number, options: DayOptions = {}): Promise<VirtualDay> {
  const { hours = 24, balances = worked, onTick = () => {} } = options;
  const { bot: set = balancingBot({ pairs, delta: deltaOfWidth(0.5) }) } = options;
  const { market = { feed: generatedFeed({ seed, speed }), updateEveryMs: generatedEveryMs } } = options;
  const runtime = new VirtualRuntime({ seed });
  const markets = defaultMarkets.filter(({ pair }) => set.strategy.pairs.includes(pair));
  const exchange = await createVirtualExchange({ runtime, ...market, markets, seed, withPast: false });
  const wire = new VenueWire(exchange, {});
  const transport = new MemoryTransport(wire, { runtime, latencyMs: () => maxWayMs * runtime.random() });
  const connector = new CcxtExchanges(runtime, transport).connect({ ccxtId: 'binance', baseUrl });
  const trace: string[] = [];
  const say = (what: string) => trace.push(`${runtime.now().toISOString()} ${what}`);
  let trades = 0;
  exchange.onAccount.subscribe((event) => {
    if (event.type !== 'order') return;
    const { clientOrderId, pair, side, ticks, lots, filledLots, status } = event.order;
    if (event.trade !== null) trades += 1;
    say(`order ${clientOrderId} ${pair} ${side} ${lots} at ${ticks}: ${status} ${filledLots} trade ${event.trade?.id ?? 'none'}`);
  });

  const { key, secret } = exchange.createAccount({ balances });
  const hub = new MarketDataHub(connector.marketData(), { clock: runtime, log: silentLog, halt: connector.halt });
  const openAccount = () => connector.account({ apiKey: key, secret });
  const accounts = new AccountRegistry(openAccount, { clock: runtime, log: silentLog });
  const journal = new MemoryJournal(set);
  const bot = await BotRunner.open({
    journal,
    hub,
    clock: runtime,
    log: silentLog,
    leaseAccount: () => accounts.lease(key),
    openFreshAccount: openAccount,
  });
  bot.start('user-1');
  const stopTicking = runtime.every(tickEveryMs, () => {
    bot.tick();
    onTick(bot, openQuotes(exchange, key));
  });
  await runtime.advance(hours * 3_600_000);

  bot.stop('user-1');
  await runtime.advance(60_000);
  stopTicking();
  await runtime.until(bot.close());
  await runtime.until(Promise.all([hub.close(), connector.close()]));
  wire.close();
  const held = Object.entries(exchange.accountWallet(key)).map(([currency, { free, locked }]) => [currency, add(free, locked)]);
  await exchange.close();
  for (const { at, ...entry } of journal.timeline) trace.push(`${at.toISOString()} bot ${JSON.stringify(entry)}`);
  trace.push(JSON.stringify([journal.memory.phase, journal.memory.ledger, exchange.accountWallet(key)]));
  return { trace, trades, journal, wallet: Object.fromEntries(held) };
}

const openQuotes = (exchange: VirtualExchange, key: string): Quote[] =>
  [...(exchange.findAccount(key)?.openOrders.values() ?? [])].map(({ pair, side, ticks }) => ({
    side,
    price: ticks * Number(exchange.live(pair).market.tickSize),
  }));
