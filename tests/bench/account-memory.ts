/**
 * `npm run bench:accounts [-- count]`: what one more exchange account costs a worker in memory: its instance of ccxt,
 * then its private stream, then a wallet, orders on three pairs and their fills. The virtual exchange runs in another
 * process. Exit code 1 where an account takes more than promised. Loopback only.
 */
import type { ExchangeAccount } from '@tenbin/exchange';
import { connectExchange } from '@tenbin/testkit/exchange';
import { openVenue } from './bots/world.ts';

const count = Number(process.argv[2] ?? 400);
const promisedKb = 80;
const orders = [
  { pair: 'BTC/USDT', price: '50000' },
  { pair: 'ETH/USDT', price: '2500' },
  { pair: 'ETH/BTC', price: '0.04' },
] as const;

/** Bytes that are in use once everything has come to rest. */
async function inUse(): Promise<number> {
  const { gc } = globalThis;
  if (gc === undefined) throw new Error('run it with --expose-gc');
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let round = 0; round < 4; round++) gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const follow = (account: ExchangeAccount): Promise<void> =>
  new Promise((resolve) => {
    account.subscribe((event) => event.type === 'connected' && resolve());
  });

async function use(account: ExchangeAccount, index: number): Promise<void> {
  await account.fetchWallet();
  for (const [at, { pair, price }] of orders.entries()) {
    await account.placeOrder({ clientOrderId: `T${index}x${at}`, pair, side: 'buy', price, amount: '0.1' });
    await account.fetchFills(pair, { since: new Date() });
  }
}

const venue = await openVenue();
const { keys } = await venue.ask({ type: 'accounts', count: count + 1 }, 'accounts');
const connector = connectExchange({ ccxtId: 'binance', baseUrl: venue.url });
const open = async ({ key, secret }: (typeof keys)[number]) => connector.account({ apiKey: key, secret });

// The first one brings what all share.
const [firstKey, ...otherKeys] = keys;
if (firstKey === undefined) throw new Error('the virtual exchange gave no key');
const first = await open(firstKey);
await follow(first);
await use(first, 0);

const steps: number[] = [await inUse()];
const accounts: ExchangeAccount[] = [];
for (const key of otherKeys) accounts.push(await open(key));
steps.push(await inUse());
for (const account of accounts) await follow(account);
steps.push(await inUse());
for (const [index, account] of accounts.entries()) await use(account, index + 1);
steps.push(await inUse());

const kbPerAccount = (from: number, to: number): number => Number((((steps[to] ?? 0) - (steps[from] ?? 0)) / count / 1024).toFixed(1));
const total = kbPerAccount(0, 3);
console.table({ accounts: count, instance: kbPerAccount(0, 1), stream: kbPerAccount(1, 2), use: kbPerAccount(2, 3), total });
console.log(`${total <= promisedKb ? 'kept  ' : 'BROKEN'} memory of one account: ${total} KB, at most ${promisedKb}`);
process.exitCode = total <= promisedKb ? 0 : 1;
await connector.close();
await venue.stop();
