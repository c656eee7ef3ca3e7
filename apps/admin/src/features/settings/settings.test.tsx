import { closePages, organizationId } from '@tenbin/app-kit/testing';
import { getOrganizationSelf, type OwnOrganization, updateOrganizationSelf } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { idOf, openAdmin, serverFor } from '../../testing/open-admin.ts';
import { settings as words } from '../../words/en/settings.ts';

afterEach(closePages);

const organization: OwnOrganization = {
  _id: organizationId,
  name: 'Tenbin',
  slug: 'tenbin',
  exchanges: [idOf(50), idOf(51)],
  plan: 'FREE',
  planOptions: [],
  helpPages: { whatIsBp: { ja: '# 説明', en: '# Explained' } },
  omitPairs: ['BTC/USDT'],
  isFree: true,
  botsPerUser: 20,
  defaultOrderWidth: 2,
  minimumBtcBalance: '0.01',
  contactEmail: null,
  balanceTolerance: 50,
  rebalanceFees: { BTC: 0.1 },
  sessionDays: 30,
  sessionIdleHours: 12,
  requireTwoFactor: false,
  timeZone: 'Asia/Tokyo',
  exchangeChoices: [
    { _id: idOf(50), name: 'Binance' },
    { _id: idOf(51), name: 'OKX' },
  ],
  courses: [],
};

function serverWith() {
  const server = serverFor();
  server.answer(getOrganizationSelf, organization);
  server.answer(updateOrganizationSelf, ({ body }) => ({ ...organization, ...(body as object) }) as OwnOrganization);
  return server;
}
const sent = (server: ReturnType<typeof serverWith>) => server.callsOf(updateOrganizationSelf).at(-1)?.body;

test('the general settings are shown as they are, checked, and saved together', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/settings');
  const name = await screen.findByLabelText(words.name);
  await user.clear(name);
  await user.type(name, 'Tenbin Asset');
  const days = screen.getByLabelText(words.sessionDays);
  await user.clear(days);
  await user.type(days, '0');
  await user.click(screen.getByRole('button', { name: words.save }));
  expect(server.callsOf(updateOrganizationSelf)).toEqual([]);
  await user.clear(days);
  await user.type(days, '7');
  await user.click(screen.getByRole('checkbox', { name: 'OKX' }));
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() =>
    expect(sent(server)).toMatchObject({ name: 'Tenbin Asset', sessionDays: 7, exchanges: [idOf(50)], omitPairs: ['BTC/USDT'] }),
  );
});

test('all exchanges that may be offered are said as all, so that later ones are too', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/settings');
  await user.type(await screen.findByLabelText(words.name), '!');
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() => expect(sent(server)).toMatchObject({ exchanges: null, rebalanceFees: { BTC: 0.1 } }));
});

test('a help page is shown as users see it while it is written, and saved beside the others', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/settings/help');
  const preview = within(await screen.findByRole('region', { name: 'Preview (English)' }));
  expect(preview.getByRole('heading', { name: 'Explained' })).toBeTruthy();
  await user.selectOptions(screen.getByLabelText(words.topic), words.topic_orderWidth);
  expect(await screen.findAllByText(words.nothingToShow)).toHaveLength(2);
  await user.type(screen.getByLabelText('Text (Markdown, English)'), '**Wide** orders');
  expect(within(screen.getByRole('region', { name: 'Preview (English)' })).getByText('Wide').tagName).toBe('STRONG');
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() =>
    expect(sent(server)).toEqual({ helpPages: { ...organization.helpPages, orderWidth: { ja: '', en: '**Wide** orders' } } }),
  );
});

test('a course is offered with its pairs and width, and shown as users will see it', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/settings/courses');
  await user.click(await screen.findByRole('checkbox', { name: 'Offer “Basic”' }));
  await user.click(screen.getByRole('button', { name: words.save }));
  expect(await screen.findByText(words.pairsRequired)).toBeTruthy();
  await user.type(screen.getByLabelText(words.courseTitle), 'Calm');
  await user.type(screen.getByLabelText(words.coursePairs), 'BTC/USDT ETH/USDT ETH/BTC');
  await user.type(screen.getByLabelText(words.courseWidth), '1');
  const preview = within(screen.getByRole('region', { name: 'Preview of “Basic”' }));
  expect(preview.getByText('Calm')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() =>
    expect(sent(server)).toEqual({
      courses: [{ type: 'basic', title: 'Calm', description: '', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 }],
    }),
  );
});
