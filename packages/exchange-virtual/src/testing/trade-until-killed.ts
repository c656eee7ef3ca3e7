import { writeSync } from 'node:fs';
import { openFileStore } from '../store/file-store.ts';
import { openTestExchange } from './test-venue.ts';

/** Trades without end on a venue whose store is in the given folder, and tells every answer on its output. */
const [folder = ''] = process.argv.slice(2);
const { exchange, moveTo } = await openTestExchange({
  fills: 'whole',
  withPast: false,
  store: openFileStore({ folder, snapshotAfterBytes: 20_000 }),
});
const { key } = exchange.createAccount({ balances: { BTC: '1000', USDT: '60000000' } });
const account = exchange.findAccount(key);
if (!account) throw new Error('no account');
const print = (line: string) => writeSync(1, `${line}\n`);

let printed = 0;
for (let round = 0; ; round++) {
  const price = (60_000 + (round % 7) * 10).toFixed(2);
  const side = round % 2 === 0 ? 'sell' : 'buy';
  const order = exchange.place(account, { pair: 'BTC/USDT', side, type: 'limit', timeInForce: 'GTC', price, amount: '0.001' });
  print(`order ${key} ${order.id}`);
  if (round % 5 === 0) moveTo('BTC/USDT', 60_000 + (round % 11) * 20 - 100);
  for (const { tradeId } of exchange.accountTrades(key).slice(printed)) print(`trade ${key} ${tradeId}`);
  printed = exchange.accountTrades(key).length;
}
