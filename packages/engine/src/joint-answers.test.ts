import { beforeEach, expect, test } from 'vitest';
import { JointAnswers } from './joint-answers.ts';
import { ManualClock } from './testing/manual-clock.ts';

const turns = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

let clock: ManualClock;
let answers: JointAnswers;
beforeEach(() => {
  clock = new ManualClock();
  answers = new JointAnswers(clock);
});

/** Gathers, and tells whether it is over. */
function gather(): { isOver: boolean } {
  const gathering = { isOver: false };
  void answers.gather().then(() => {
    gathering.isOver = true;
  });
  return gathering;
}

function expectAnswer(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  answers.expect(promise);
  return resolve;
}

test('the first of several answers waits for the last one', async () => {
  const [first, second] = [expectAnswer(), expectAnswer()];
  const gathering = gather();
  first();
  await turns();
  expect(gathering.isOver).toBe(false);
  second();
  await turns();
  expect(gathering.isOver).toBe(true);
});

test('a call that is not answered soon is waited for once', async () => {
  const never = expectAnswer();
  const gathering = gather();
  await turns();
  await clock.advance(19, turns);
  expect(gathering.isOver).toBe(false);
  await clock.advance(1, turns);
  expect(gathering.isOver).toBe(true);

  const next = gather();
  await turns();
  expect(next.isOver).toBe(true);
  never();
});
