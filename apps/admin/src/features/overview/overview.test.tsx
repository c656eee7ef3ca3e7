import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  countActiveBots,
  countBotsOfOrganization,
  countUsers,
  getOrganizationSelf,
  getOverview,
  getUserHistory,
  listBotsOfOrganization,
  listSavedFilters,
  listUserPlans,
  listUsers,
  type RouteReply,
} from '@tenbin/contract';
import { causeLabels } from '@tenbin/messages/cause-labels/en';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openAdmin, organization, serverFor } from '../../testing/open-admin.ts';
import { overview as text } from '../../words/en/overview.ts';

/** In the middle of a month, so that none ends meanwhile. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-15T12:00:00Z') }));
afterAll(() => void vi.useRealTimers());
afterEach(closePages);

const figures: RouteReply<typeof getOverview> = {
  users: { all: 1200, verified: 118, paid: 60, running: 40, newThisMonth: 7 },
  volume: { thisMonth: 1000, lastMonth: 900 },
  revenue: {
    thisMonth: 4000,
    lastMonth: 3000,
    months: [
      { month: '2026-01', total: 3000 },
      { month: '2026-02', total: 4000 },
    ],
  },
  bots: {
    running: 50,
    stopped: 10,
    between: 1,
    byCause: [
      { cause: 'insufficientFunds', count: 3 },
      { cause: null, count: 7 },
    ],
  },
  attention: { failedPayments: 2, faultedBots: 3, flaggedUsers: 0, bouncingUsers: 4, endingKeys: 5 },
};

function serverWith(given: Partial<typeof figures> = {}, role?: Parameters<typeof serverFor>[0]) {
  const server = serverFor(role);
  server.answer(getOverview, { ...figures, ...given });
  // No chart is drawn without a canvas.
  server.answer(getUserHistory, () => refusal(503, 'databaseUnavailable'));
  for (const route of [listUsers, listBotsOfOrganization, listSavedFilters, listUserPlans]) server.answer(route, []);
  for (const route of [countUsers, countBotsOfOrganization, countActiveBots]) server.answer(route, { count: 0 });
  server.answer(getOrganizationSelf, organization);
  return server;
}

const within14 = text.endingKeys.replace('{{days}}', '14');

test.each([
  [`${text.all}: 1,200`, 'users', {}],
  [`${text.verified}: 118`, 'users', { isVerified: 'true' }],
  [`${text.paid}: 60`, 'users', { condition: 'paid' }],
  [`${text.running}: 40`, 'users', { condition: 'bot-is-running' }],
  [`${text.newThisMonth}: 7`, 'users', { cameFrom: '2026-02-01T00:00:00.000Z' }],
  [text.failedPayments, 'users', { isPaymentMissing: 'true' }],
  [text.bouncingUsers, 'users', { isBouncing: 'true', isBanned: 'false' }],
  [text.faultedBots, 'bots', { cause: 'fault', stoppedWithinHours: '24' }],
  [within14, 'bots', { keyEndsWithinDays: '14' }],
  [`${text.botsRunning}: 50`, 'bots', { standing: 'running' }],
  [`${text.botsBetween}: 1`, 'bots', { standing: 'between' }],
  [`${text.botsStopped}: 10`, 'bots', { standing: 'stopped' }],
  [`${causeLabels.insufficientFunds}: 3`, 'bots', { standing: 'stopped', cause: 'insufficientFunds' }],
  [`${text.neverRan}: 7`, 'bots', { standing: 'stopped', cause: 'none' }],
] as const)('%s leads to the list of %s that it counts, and no other', async (name, list, filter) => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/');
  await user.click(await screen.findByRole('link', { name }));
  const [rows, count] = list === 'users' ? [listUsers, countUsers] : [listBotsOfOrganization, countBotsOfOrganization];
  await expect.poll(() => server.callsOf(count)[0]?.query).toEqual(filter);
  expect(server.callsOf(rows)[0]?.query).toEqual({ ...filter, skip: '0', limit: '20', sort: 'newest' });
});

test('what nobody needs to look at is not named', async () => {
  await openAdmin(serverWith(), '/');
  expect(await screen.findByText(text.failedPayments)).toBeTruthy();
  expect(screen.queryByText(text.flaggedUsers)).toBeNull();
});

test('revenue of this month stands against the last one; whoever has nothing to do with money is shown none', async () => {
  await openAdmin(serverWith(), '/');
  expect((await screen.findByRole('link', { name: /4,000/ })).getAttribute('href')).toContain('/admin/revenue');
  expect(screen.getByRole('link', { name: /3,000/ })).toBeTruthy();
  expect(screen.getByText(/7,000 in all/)).toBeTruthy();
  closePages();
  await openAdmin(serverWith({ revenue: null }, 'support'), '/');
  expect(await screen.findByText(text.volume)).toBeTruthy();
  expect(screen.queryByText(text.revenueThisMonth)).toBeNull();
});
