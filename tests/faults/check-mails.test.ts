import { expect, test } from 'vitest';
import { checkMailed, checkSent } from './check-mails.ts';

const mail = (id: string, status: 'sent' | 'waiting' = 'sent', subject = 'ボット「a」の自動リバランスが完了しました') => ({
  id,
  status,
  subject,
});

test.each([
  ['one that was not sent', { mails: [mail('1'), mail('2', 'waiting')], taken: ['1', '2'], kills: 0 }, /mail 2 is waiting/],
  ['one that no mail server has', { mails: [mail('1'), mail('2')], taken: ['1'], kills: 9 }, /mail 2 was taken by no/],
  ['one that was sent twice', { mails: [mail('1')], taken: ['1', '1'], kills: 0 }, /1 mails were sent again/],
])('%s would be noticed', (_what, sent, words) => {
  expect(checkSent(sent).join()).toMatch(words);
});

test('a mail that was sent again after a kill is none too many', () => {
  expect(checkSent({ mails: [mail('1')], taken: ['1', '1'], kills: 1 })).toEqual([]);
});

test('a rebalance without a mail, or with two, would be noticed', () => {
  const bot = { name: 'a', rebalances: [{ status: 'completed' }, { status: 'cancelled' }] } as const;
  expect(checkMailed(bot, { mails: [mail('1')] })).toEqual([]);
  expect(checkMailed(bot, { mails: [] }).join()).toContain('1 rebalances of a ended, and 0 mails');
  expect(checkMailed(bot, { mails: [mail('1'), mail('2')] }).join()).toContain('2 mails');
});
