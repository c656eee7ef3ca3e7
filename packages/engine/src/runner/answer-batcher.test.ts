import { beforeEach, expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { AnswerBatcher } from './answer-batcher.ts';

const turns = async () => {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

let clock: ManualClock;
let answers: AnswerBatcher;
beforeEach(() => {
  clock = new ManualClock();
  answers = new AnswerBatcher(clock);
});

/** Gathers, and tells whether it is over. */
function flush(): { isOver: boolean } {
  const gathering = { isOver: false };
  void answers.flush().then(() => {
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
  const gathering = flush();
  first();
  await turns();
  expect(gathering.isOver).toBe(false);
  second();
  await turns();
  expect(gathering.isOver).toBe(true);
});

test('a call that is not answered soon is waited for once', async () => {
  const never = expectAnswer();
  const gathering = flush();
  await turns();
  await clock.advance(19, turns);
  expect(gathering.isOver).toBe(false);
  await clock.advance(1, turns);
  expect(gathering.isOver).toBe(true);

  const next = flush();
  await turns();
  expect(next.isOver).toBe(true);
  never();
});
