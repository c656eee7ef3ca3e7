/**
 * `npm run faults:paypal [-- rounds [seed [buyers]]]`: lives of buyers over months in which webhooks are lost, doubled, late, out of
 * order or forged, and calls fail; after each round subscriptions, payments and bots must be as the stand-in holds them.
 * Then the money of a month of many buyers: it must add up to the yen.
 * Loopback only; ends by itself.
 */
import { startPaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import { addsUp, playMonth } from './play-month.ts';
import { makePlans, playRound } from './play-round.ts';

const [rounds = 200, firstSeed = 1, buyers = 1000] = process.argv.slice(2).map(Number);

const stage = await startPaymentStage();
const plans = await makePlans(stage);
const happened = new Map<string, number>();
const failed: number[] = [];
for (let seed = firstSeed; seed < firstSeed + rounds; seed += 1) {
  const round = await playRound(stage, plans, seed);
  for (const [what, times] of Object.entries(round.happened)) happened.set(what, (happened.get(what) ?? 0) + times);
  if (round.wrong.length > 0) failed.push(seed);
  for (const wrong of round.wrong) console.log(`round ${seed}: ${wrong}`);
}
const held = [...stage.standIn.books.subscriptions.values()];
const payments = held.reduce((count, { transactions }) => count + transactions.length, 0);
console.log(`${rounds} rounds, ${held.length} subscriptions, ${payments} payments: ${failed.length} rounds differ`);
console.log([...happened].map(([what, times]) => `${what} ${times}`).join(', '));
await stage.close();

const month = await startPaymentStage();
const sums = await playMonth(month, await makePlans(month), { buyers, seed: firstSeed });
await month.close();
console.log(
  `a month of ${buyers} buyers, ${sums.payments} payments: ¥${sums.standIn} at the stand-in, ¥${sums.records} recorded, ` +
    `¥${sums.api} told to users, ¥${sums.revenue} as revenue, ¥${sums.file} in the file`,
);
process.exitCode = failed.length > 0 || !addsUp(sums) ? 1 : 0;
