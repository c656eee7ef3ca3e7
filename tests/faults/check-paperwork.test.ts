import { expect, test } from 'vitest';
import { checkPaperwork, isThrough, type PaperworkInTheEnd } from './check-paperwork.ts';

const act = { id: 'a', isEnded: true, count: 2, doneCount: 2, entries: ['u1', 'u2'] };
const link = { email: 'u1@example.com', asked: 1, mails: 1 };
const fine: PaperworkInTheEnd = {
  broadcasts: [{ id: 'b', state: 'sent' }],
  readers: [{ email: 'u1@example.com', mailIds: ['m1'] }],
  acts: [act],
  links: [link],
  pushes: [{ asked: 1, shown: 1 }],
  webhooksDue: 0,
};

test('what was done once each is fine, and so is what was sent again after a break', () => {
  expect(checkPaperwork(fine, 0)).toEqual([]);
  expect(isThrough(fine)).toBe(true);
  expect(checkPaperwork({ ...fine, readers: [{ email: 'u1@example.com', mailIds: ['m1', 'm1'] }] }, 1)).toEqual([]);
  expect(checkPaperwork({ ...fine, links: [{ ...link, asked: 2, mails: 2 }] }, 0)).toEqual([]);
});

test.each<readonly [string, Partial<PaperworkInTheEnd>, RegExp]>([
  ['a broadcast that is not sent', { broadcasts: [{ id: 'b', state: 'sending' }] }, /broadcast b is sending/],
  ['a reader who was left out', { readers: [{ email: 'u1@example.com', mailIds: [] }] }, /u1@example.com was sent 0 of 1/],
  ['a reader who has it twice', { readers: [{ email: 'u1@example.com', mailIds: ['m1', 'm1'] }] }, /1 mails of broadcasts were sent again/],
  ['a reader of two mails', { readers: [{ email: 'u1@example.com', mailIds: ['m1', 'm2'] }] }, /was sent 2 of 1/],
  ['an act that is not over', { acts: [{ ...act, isEnded: false, doneCount: 1 }] }, /act a was done to 1 of 2/],
  ['an act that was done twice', { acts: [{ ...act, entries: ['u1', 'u2', 'u2'] }] }, /act a on 2 has 3 entries of 2/],
  ['a link that was not mailed', { links: [{ ...link, mails: 0 }] }, /mailed 0 links/],
  ['two links for one asking', { links: [{ ...link, mails: 2 }] }, /mailed 2 links, asked for 1 times/],
  ['a browser that was not told', { pushes: [{ asked: 1, shown: 0 }] }, /message 0 is shown 0 times/],
  ['a browser that shows it twice', { pushes: [{ asked: 1, shown: 2 }] }, /message 0 is shown 2 times/],
  ['a webhook that nobody applied', { webhooksDue: 1 }, /1 webhooks are not applied/],
])('%s would be noticed', (_what, end, words) => {
  expect(checkPaperwork({ ...fine, ...end }, 0).join('\n')).toMatch(words);
});
