import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { createVirtualExchange, defaultMarkets, generatedFeed, MemoryTransport, VenueWire } from '@tenbin/exchange-virtual';
import { VirtualRuntime } from '@tenbin/runtime';
import { deltaOfWidth } from '@tenbin/strategy';
import { silentLog } from '@tenbin/telemetry';
import { AccountRegistry } from '../account/account-registry.ts';
import { MarketDataHub } from '../market/market-data-hub.ts';
import { BotRunner } from '../runner/bot-runner.ts';
import { balancingBot } from './balancing-bot.ts';
import { MemoryJournal } from './memory-journal.ts';

const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
const baseUrl = 'http://venue.memory';

/** Every update stands for two seconds at most, so a market that is updated more rarely goes faster. */
const updateEveryMs = 30_000;
const speed = updateEveryMs / 2_000;
/** As the worker's rounds do. */
const tickEveryMs = 5_000;
const maxWayMs = 40;

export interface VirtualDay {
  /** What happened, in its order: at the exchange, and what the bot says of it. */
  readonly trace: readonly string[];
  readonly trades: number;
}

/**
 * A day of a bot on virtual time: the runner as the worker has it, the port over ccxt, and the virtual exchange in Binance's dialect
 * with a generated market. Nothing of the machine is in it: requests and sockets go through memory and take a random while, and one
 * seed makes up the market, those whiles, and every other chance.
 */
export async function tradeVirtualDay(seed: number, hours = 24): Promise<VirtualDay> {
  const runtime = new VirtualRuntime({ seed });
  const markets = defaultMarkets.filter(({ pair }) => pairs.includes(pair));
  const feed = generatedFeed({ seed, speed });
  const exchange = await createVirtualExchange({ runtime, feed, markets, seed, updateEveryMs, withPast: false });
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
  const journal = new MemoryJournal(balancingBot({ pairs, delta: deltaOfWidth(0.5) }));
  const bot = await BotRunner.open({
    journal,
    hub,
    clock: runtime,
    log: silentLog,
    leaseAccount: () => accounts.lease(key),
    openFreshAccount: openAccount,
  });
  bot.start('user-1');
  const stopTicking = runtime.every(tickEveryMs, () => bot.tick());
  await runtime.advance(hours * 3_600_000);

  bot.stop('user-1');
  await runtime.advance(60_000);
  stopTicking();
  await runtime.until(bot.close());
  await runtime.until(Promise.all([hub.close(), connector.close()]));
  wire.close();
  await exchange.close();
  for (const { at, ...entry } of journal.timeline) trace.push(`${at.toISOString()} bot ${JSON.stringify(entry)}`);
  trace.push(JSON.stringify([journal.memory.phase, journal.memory.ledger, exchange.accountWallet(key)]));
  return { trace, trades };
}
