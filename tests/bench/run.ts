/**
 * `npm run bench`: what the product promises about speed, as figures and ratios of one run. Exit code 1 where a
 * promise is not kept. Loopback only; ends by itself.
 */
import { benchHttp } from './http.ts';
import { benchMatching } from './matching.ts';

interface Promised {
  readonly what: string;
  readonly measured: number;
  readonly atLeast: number;
}

console.log('Matching engine: a million mixed operations');
const matching = benchMatching();
console.table(matching);

console.log('HTTP on native PostgreSQL, against a bare route with one prepared one-row read');
const http = await benchHttp();
console.table(http);

const promises: readonly Promised[] = [
  { what: 'matching: operations a second', measured: matching.perSecond, atLeast: 1_000_000 },
  { what: 'matching: last hundred thousand against the first', measured: matching.steadiness, atLeast: 0.7 },
  { what: 'list of 20 bots against the bare route', measured: http.listRatio, atLeast: 0.4 },
  { what: "one bot's volume against the bare route", measured: http.volumeRatio, atLeast: 0.6 },
];
for (const { what, measured, atLeast } of promises)
  console.log(`${measured >= atLeast ? 'kept  ' : 'BROKEN'} ${what}: ${measured}, at least ${atLeast}`);
process.exitCode = promises.every(({ measured, atLeast }) => measured >= atLeast) ? 0 : 1;
