import { afterAll, beforeAll, expect, test } from 'vitest';
import { addUp } from './add-up.ts';
import { playRounds } from './play-rounds.ts';
import { Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({ seed: 1, logLevel: 'silent', workers: 2 });
});
afterAll(() => stage.close());

/** `npm run faults` plays hundreds. */
test('whatever goes wrong, bots have written what the exchange did, to the last digit', async () => {
  const played = await playRounds(stage, [5, 9, 13]);
  for (const { seed, wrong } of played) expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  expect(addUp(played).trades).toBeGreaterThan(0);
  expect(Object.keys(stage.trial.struck).length).toBeGreaterThan(2);
}, 300_000);
