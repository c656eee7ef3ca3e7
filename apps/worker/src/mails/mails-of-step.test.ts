import { expect, test } from 'vitest';
import { type MailedBot, mailsOfStep } from './mails-of-step.ts';

const at = new Date('2026-01-02T03:04:05Z');
const stopped = { kind: 'stopped', receipt: null } as const;
/** It is started by a plan, and nobody looks. */
const unwatched: MailedBot = { id: 'bot-1', userId: 'user-1', autoActivation: true, requestedBy: null, phase: stopped };

test('a start that fails because its rebalance did is told by the mail of the rebalance alone', () => {
  const step = {
    phase: stopped,
    rebalance: { id: 'rebalance-1', status: 'failed', reason: 'rebalanceIncomplete', at },
    messages: [{ code: 'rebalanceFailed', facts: { check: 'rebalanceIncomplete' }, at }],
  } as const;
  expect(mailsOfStep(step, { bot: unwatched, hadRun: false })).toHaveLength(1);
});

test.each([
  ['an administrator', 'administrator-1', 1],
  ['its user', 'user-1', 0],
  ['a plan, which has mails of its own', 'automatic', 0],
])('a stop by %s', (_, by, told) => {
  const receipt = { askedAt: at, by, reason: null, cancelled: [], filledMeanwhile: [], confirmedAt: at };
  const step = { phase: { kind: 'stopped', receipt } } as const;
  expect(mailsOfStep(step, { bot: unwatched, hadRun: true })).toHaveLength(told);
  expect(mailsOfStep(step, { bot: unwatched, hadRun: false })).toEqual([]);
});

test('one that fails after its rebalance is told by a mail of its own', () => {
  const step = { phase: stopped, messages: [{ code: 'internal', facts: { reference: '3f9c0a71be' }, at }] } as const;
  expect(mailsOfStep(step, { bot: unwatched, hadRun: false })).toHaveLength(1);
});
