import { queueNames } from '@tenbin/db';
import { expect, test } from 'vitest';
import { checkJobs } from './check-jobs.ts';

const ofAll = queueNames.map((queue) => `${queue} 0`);
const fine = { left: [], ended: ['audit 1', 'audit 2', 'leftovers 3', ...ofAll], endedBefore: 3, breaks: 0 };

test('jobs that ran once each are fine', () => {
  expect(checkJobs(fine)).toEqual([]);
});

test.each([
  ['one that nobody does', { ...fine, left: [{ id: '4', queue: 'audit', state: 'retry' as const }] }, /job 4 of audit is still retry/],
  ['one that was given up', { ...fine, left: [{ id: '4', queue: 'push', state: 'failed' as const }] }, /job 4 of push was given up/],
  [
    'one that ran to its end twice',
    { ...fine, ended: ['audit 1', 'audit 1', 'leftovers 3', ...ofAll] },
    /1 jobs ran to their end again, with 0 breaks/,
  ],
  [
    'a queue of which none ran',
    { ...fine, ended: ['courses 1', 'audit 2', 'leftovers 3', ...ofAll.slice(1)] },
    /no job of mail ran to its end/,
  ],
])('%s would be noticed', (_what, jobs, words) => {
  expect(checkJobs(jobs).join()).toMatch(words);
});

test('one whose worker was killed before it could say so may run again, and mails are judged by what was sent', () => {
  expect(checkJobs({ ...fine, ended: ['audit 1', 'audit 1', 'mail 5', 'mail 5', ...ofAll], breaks: 1 })).toEqual([]);
});
