/**
 * `npm run faults [-- --rounds 500 --seed 1 --together 20 --workers 6 --minutes 60 --only lagLists,killVenue]`: rounds in which everything goes wrong that can.
 * Each has a few bots, faults of the exchange, and real processes killed; after each, what the bots have written is
 * compared with the exchange's own log, to the last digit. Rounds that are played together share what happens to the
 * processes, so what fails says how to play the same rounds together again. Loopback only; ends by itself.
 */
import { parseArgs } from 'node:util';
import { addUp, count } from './add-up.ts';
import { endedAgain, queueOf } from './check-jobs.ts';
import { type JudgedRound, judgeRounds, playRounds } from './play-rounds.ts';
import { Stage } from './stage.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    together: { type: 'string', default: '20' },
    workers: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '60' },
    only: { type: 'string' },
    log: { type: 'boolean', default: false },
  },
});

const number = (name: 'rounds' | 'seed' | 'together' | 'workers' | 'minutes'): number => {
  const value = Number(values[name]);
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not ${values[name]}`);
  return value;
};

const [rounds, firstSeed, together, minutes] = [number('rounds'), number('seed'), number('together'), number('minutes')];
const only = values.only?.split(',') ?? null;
const began = Date.now();
const endsAt = began + minutes * 60_000;
const say = (text: string) => process.stdout.write(`${text}\n`);
const seconds = () => `${Math.round((Date.now() - began) / 1_000)} s`;

/** The same seeds side by side, on as many workers: everything that a seed decides is the same again. */
const commandFor = ([first = firstSeed, ...others]: readonly number[]) =>
  `npm run faults -- --seed ${first} --rounds ${others.length + 1} --together ${others.length + 1} --workers ${number('workers')}${only ? ` --only ${only.join(',')}` : ''}`;

const stage = await Stage.open({ isLoud: values.log, workers: number('workers') });
const played: JudgedRound[] = [];
let jobs: readonly string[] = [];
try {
  while (played.length < rounds && Date.now() < endsAt) {
    const count = Math.min(together, rounds - played.length);
    const seeds = Array.from({ length: count }, (_, index) => firstSeed + played.length + index);
    const done = await judgeRounds(await playRounds(stage, seeds, { say: (text) => say(`  ${text}`), only }));
    played.push(...done);
    for (const { seed, wrong } of done) for (const what of wrong) say(`WRONG seed ${seed}: ${what}`);
    if (addUp(done).failed > 0) say(`to play these rounds again: ${commandFor(seeds)}`);
    say(`${seconds()}: ${played.length} rounds, ${addUp(played).trades} trades checked, ${addUp(played).failed} rounds failed`);
  }
} finally {
  jobs = stage.endedJobs();
  await stage.close();
}

const { trades, bots, happened, dialects, rebalances, failed, met, stoppedBy } = addUp(played);
const counts = (all: Readonly<Record<string, number>>) =>
  Object.entries(all)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([type, count]) => `  ${type} ${count}`)
    .join('\n');
say(`\n${played.length} rounds with ${bots} bots in ${seconds()}; ${trades} trades checked`);
say(`rounds by what the exchange speaks:\n${counts(dialects)}`);
say(`rebalances, by how they ended:\n${counts(rebalances)}`);
say(`planned:\n${counts(happened)}`);
say(`requests, events and sockets struck:\n${counts(stage.trial.struck)}`);
say(`jobs that ran to their end:\n${counts(count(jobs.map(queueOf)))}`);
say(`of those, mails, messages and links aside, again: ${endedAgain(jobs)}`);
say(`met by the bots:\n${counts(met)}`);
if (Object.keys(stoppedBy).length > 0) say(`bots that stopped by themselves, with what they said:\n${counts(stoppedBy)}`);
const seeds = played.filter(({ wrong }) => wrong.length > 0).map(({ seed }) => seed);
say(failed === 0 ? 'everything agrees' : `NOT everything agrees: ${failed} rounds failed, seeds ${seeds.join(', ')}`);
// The database's own hook for the end of the process would make every code a 0.
process.exit(failed === 0 && played.length > 0 ? 0 : 1);
