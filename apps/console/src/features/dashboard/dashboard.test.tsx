import { closePages } from '@tenbin/app-kit/testing';
import { type BotResult, getBotResult, getOwnVolumeUse, getPerformance } from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { bot, volumeUse } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(closePages);

const usd = {
  result: '-9.21',
  againstHolding: '1.1901',
  againstEven: '1',
  earned: '1.5',
  rounding: '0.0001',
  fees: '0.31',
  price: '0',
  flows: '0',
};
const result: BotResult = {
  since: new Date(2026, 0, 1).toISOString(),
  until: new Date(2026, 0, 2).toISOString(),
  total: { usd, currencies: {}, fees: {}, basisPoint: 1.5, volume: '100', trades: 3, hasEstimate: false },
  valuation: { worth: '18000.5', holding: '17999.3099', even: '17999.5' },
  yenPerUsd: 150,
  days: [],
};

const factsOf = (list: HTMLElement) =>
  Object.fromEntries([...list.querySelectorAll('dt')].map((name) => [name.textContent, name.nextElementSibling?.textContent]));

const running = { active: true, isRunning: true, state: 'running', runningSince: '2026-01-01T00:00:00.000Z' } as const;

test('the first card says in money what the bot earned, and of what that is made', async () => {
  const server = serverWith([bot(1, running)]);
  server.answer(getBotResult, result);
  await openConsole(server, '/');
  const card = await screen.findByRole('region', { name: 'Result in money' });
  await within(card).findByText('18,000.50');
  const list = card.querySelector('dl') as HTMLElement;
  expect(factsOf(list)).toEqual({
    'Value now': '18,000.50USD',
    'Change since the start': '−9.21USD',
    'of which trading': '+1.50',
    'of which fees': '−0.31',
    'of which prices': '−10.40',
    'vs. buy and hold': '+1.19',
  });
  await userEvent.selectOptions(within(card).getByLabelText('In'), 'JPY');
  expect(factsOf(list)).toMatchObject({ 'Value now': '2,700,075JPY', 'Change since the start': '−1,382JPY', 'of which fees': '−47' });
  expect(within(card).getByText(/At 150\.00 JPY for one USD now\./)).toBeTruthy();
});

const stopped = { askedAt: '2026-01-02T00:00:00.000Z', cancelled: [], filledMeanwhile: [] };
const confirmed = { ...stopped, confirmedAt: stopped.askedAt, forced: null };
const forced = { ...stopped, confirmedAt: null, forced: { at: stopped.askedAt, because: 'exchangeAway' as const, unconfirmed: [] } };

test.each([
  { stop: 'one that the exchange confirmed', stopReceipt: confirmed, name: 'Value at the stop', moments: 1 },
  { stop: 'a forced one', stopReceipt: forced, name: 'Value now', moments: 0 },
])('after a stop, $stop, the first card says of when its figures are', async ({ stopReceipt, name, moments }) => {
  const server = serverWith([bot(1, { stopReceipt })]);
  server.answer(getBotResult, result);
  await openConsole(server, '/');
  const card = await screen.findByRole('region', { name: 'Result in money' });
  await within(card).findByText('18,000.50');
  expect(within(card).getByText(name)).toBeTruthy();
  expect(within(card).queryAllByText(/As of /)).toHaveLength(moments);
});

test('while the result is awaited the first card says so, and no figure is blank', async () => {
  const server = serverWith([bot(1)]);
  let answer = (_: BotResult) => {};
  server.answer(getBotResult, () => new Promise<BotResult>((resolve) => (answer = resolve)) as never);
  await openConsole(server, '/');
  const card = await screen.findByRole('region', { name: 'Result in money' });
  expect(await within(card).findByRole('status')).toBeTruthy();
  expect(within(card).queryByText('–')).toBeNull();
  answer(result);
  await within(card).findByText('18,000.50');
});

test('where the exchange has no price in yen, no figure in yen is made up', async () => {
  const server = serverWith([bot(1)]);
  server.answer(getBotResult, { ...result, yenPerUsd: null });
  await openConsole(server, '/');
  const card = await screen.findByRole('region', { name: 'Result in money' });
  await within(card).findByText('18,000.50');
  await userEvent.selectOptions(within(card).getByLabelText('In'), 'JPY');
  expect(Object.values(factsOf(card.querySelector('dl') as HTMLElement))).toEqual(['–', '–', '–', '–', '–', '–']);
});

test('the four cards say the figures of the bot and the volume of all, to the decimals of each', async () => {
  const server = serverWith([bot(1, { annualRate: 12.34, executionCount: 1234, basisPoint: -0.12346 })]);
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 2789.1234 });
  await openConsole(server, '/');
  await screen.findByText('2,789.1234');
  const cards = ['Projected APY', 'Total trades', 'Total AMM profits', 'Volume in the payment period'];
  const shown = cards.map((name) => within(screen.getByRole('group', { name })).getAllByRole('link')[0]?.textContent);
  expect(shown).toEqual([
    'Projected APY12.34%',
    'Total trades1,234times',
    'Total AMM profits−0.1235bp',
    'Volume in the payment period2,789.1234USD',
  ]);
});

const differences = () => screen.getAllByText(/^vs\. yesterday/).map(({ textContent }) => textContent);

test('on its first day a bot has nothing to compare with, on none of the four cards', async () => {
  const server = serverWith([bot(1, { startDate: '2100-01-01T00:00:00.000Z' })]);
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 2789, usedAt: [0] });
  await openConsole(server, '/');
  await screen.findByText('2,789.0000');
  expect(differences()).toEqual(Array(4).fill('vs. yesterday –'));
});

test('on the first day of a payment period all of the volume is the difference, for whoever had a bot before', async () => {
  const server = serverWith([bot(1)]);
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 2789, usedAt: [0] });
  await openConsole(server, '/');
  expect(await within(await volumeCard()).findByRole('link', { name: '+2,789.00 USD' })).toBeTruthy();
});

test('from its second day on all four cards say the difference', async () => {
  const server = serverWith([bot(1)]);
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 105, usedAt: [100] });
  server.answer(getPerformance, { annualRate: 10.3, executionCount: 40, basisPoint: 1 });
  await openConsole(server, '/');
  await screen.findByText('+2.00');
  await screen.findByText('+5.00');
  expect(differences()).toEqual(['vs. yesterday +2.00%', 'vs. yesterday +5times', 'vs. yesterday +0.50bp', 'vs. yesterday +5.00USD']);
});

test('what a deleted bot traded today stays in the difference of the volume, whichever bot is chosen', async () => {
  const midnight = () => new Date().setHours(0, 0, 0, 0);
  const before = midnight();
  const server = serverWith([bot(1), bot(2)]);
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 162, usedAt: [100] });
  await openConsole(server, `/?bot=${bot(2)._id}`);
  expect(await within(await volumeCard()).findByRole('link', { name: '+62.00 USD' })).toBeTruthy();
  const asked = server.callsOf(getOwnVolumeUse).map(({ query }) => Date.parse(JSON.parse(query.at ?? '[null]')[0]));
  // The day may have ended meanwhile.
  expect(asked.filter((at) => at === before || at === midnight())).not.toHaveLength(0);
});

const volumeCard = () => screen.findByRole('group', { name: 'Volume in the payment period' });

test.each([
  {
    used: 79.9,
    limit: 100,
    rest: 20.1,
    consumption: 79.9,
    isNearlyUsedUp: false,
    says: '20.10 left of 100.00 USD (79.9% used)',
    red: false,
  },
  { used: 80, limit: 100, rest: 20, consumption: 80, isNearlyUsedUp: true, says: '20.00 left of 100.00 USD (80.0% used)', red: true },
  { used: 120, limit: 100, rest: 0, consumption: 120, isNearlyUsedUp: true, says: '0.00 left of 100.00 USD (120.0% used)', red: true },
  { used: 0, limit: 0, rest: 0, consumption: 100, isNearlyUsedUp: true, says: '0.00 left of 0.00 USD (100.0% used)', red: true },
])('of a limit of $limit USD $used are used: $says', async ({ says, red, ...use }) => {
  const server = serverWith([bot(1)]);
  server.answer(getOwnVolumeUse, { ...volumeUse, thisMonth: 12.5, ...use });
  await openConsole(server, '/');
  const card = await volumeCard();
  expect(await within(card).findByText(says)).toBeTruthy();
  const bar = within(card).getByRole('progressbar', { name: 'Used of the plan’s volume' });
  expect(bar.getAttribute('aria-valuenow')).toBe(String(Math.min(100, use.consumption)));
  expect(bar.className.includes('Error')).toBe(red);
  const month = await within(card).findByRole('link', { name: /This month: 12\.50 USD/ });
  expect(leadsTo(month)).toEqual({ pathname: '/history/', from: volumeUse.monthStart, to: volumeUse.monthEnd });
  expect(within(card).queryByText('No upper limit')).toBeNull();
});

test('without an upper limit the card says so, and has no bar', async () => {
  await openConsole(serverWith([bot(1)]), '/');
  const card = await volumeCard();
  expect(await within(card).findByText('No upper limit')).toBeTruthy();
  expect(within(card).queryByRole('progressbar')).toBeNull();
});

/** Where a link leads, with what its address filters by. */
const leadsTo = (link: HTMLElement) => {
  const { pathname, searchParams } = new URL((link as HTMLAnchorElement).href);
  const filters = [...searchParams].map(([name, value]) => [name, value.replaceAll('"', '')]);
  return { pathname, ...Object.fromEntries(filters) };
};

test('each figure opens the records that it is made of', async () => {
  const server = serverWith([bot(1)]);
  server.answer(getBotResult, result);
  server.answer(getOwnVolumeUse, { ...volumeUse, used: 105, usedAt: [100] });
  server.answer(getPerformance, { annualRate: 10.3, executionCount: 40, basisPoint: 1 });
  await openConsole(server, '/');
  const history = { pathname: '/history/', bot: bot(1)._id };
  const trades = await screen.findByRole('group', { name: 'Total trades' });
  const [all, today] = await within(trades).findAllByRole('link');
  expect(leadsTo(all as HTMLElement)).toEqual(history);
  expect(leadsTo(today as HTMLElement)).toEqual({ ...history, from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });

  const volume = await volumeCard();
  await within(volume).findByText('All bots, 2026-01-01 to 2026-01-31');
  await within(volume).findByRole('link', { name: '+5.00 USD' });
  const ofVolume = within(volume).getAllByRole('link').map(leadsTo);
  expect(ofVolume[0]).toEqual({ pathname: '/history/', from: volumeUse.start, to: volumeUse.end });
  expect(ofVolume[1]).toEqual({ pathname: '/history/', from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  expect(ofVolume[2]).toEqual({ pathname: '/history/', from: volumeUse.monthStart, to: volumeUse.monthEnd });

  const money = screen.getByRole('region', { name: 'Result in money' });
  const change = await within(money).findByRole('link', { name: /9\.21/ });
  expect(leadsTo(change)).toEqual({ ...history, from: result.since });
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
