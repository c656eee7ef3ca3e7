import { closePages, idOf } from '@tenbin/app-kit/testing';
import { getOrganizationSelf, type OwnOrganization, updateOrganizationSelf } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { expectAsked } from '../../testing/expect-asked.ts';
import { openAdmin, organization, serverFor } from '../../testing/open-admin.ts';
import { settings as words } from '../../words/en/settings.ts';

afterEach(closePages);

function serverWith() {
  const server = serverFor();
  server.answer(getOrganizationSelf, organization);
  server.answer(updateOrganizationSelf, ({ body }) => ({ ...organization, ...(body as object) }) as OwnOrganization);
  return server;
}
const sent = (server: ReturnType<typeof serverWith>) => server.callsOf(updateOrganizationSelf).at(-1)?.body;

test('of the general settings what was changed is checked and sent alone: the rest stays as another owner left it', async () => {
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
  await user.type(days, '１４');
  await user.click(screen.getByRole('checkbox', { name: 'OKX' }));
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() => expect(sent(server)).toEqual({ name: 'Tenbin Asset', sessionDays: 14, exchanges: [idOf(50)] }));
});

test('what means the same is no change: a number written otherwise, an exchange that was taken out and put back', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/settings');
  const name = await screen.findByLabelText(words.name);
  await user.clear(name);
  await user.type(name, 'Tenbin Asset ');
  const tolerance = screen.getByLabelText(words.balanceTolerance);
  await user.clear(tolerance);
  await user.type(tolerance, '50.0');
  await user.click(screen.getByRole('checkbox', { name: 'Binance' }));
  await user.click(screen.getByRole('checkbox', { name: 'Binance' }));
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() => expect(sent(server)).toEqual({ name: 'Tenbin Asset' }));
});

test('all exchanges that may be offered are said as all, so that later ones are too', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(getOrganizationSelf, { ...organization, exchanges: [idOf(50)] });
  await openAdmin(server, '/settings');
  await user.click(await screen.findByRole('checkbox', { name: 'OKX' }));
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() => expect(sent(server)).toEqual({ exchanges: null }));
});

test('a help page is shown as users see it while it is written, and saved alone', async () => {
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
  await waitFor(() => expect(sent(server)).toEqual({ changedHelpPages: { orderWidth: { ja: '', en: '**Wide** orders' } } }));
});

test('a course begins with what is usual, has words in both languages, and its width in percent as users will see it', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/settings/courses');
  await user.click(await screen.findByRole('checkbox', { name: 'Offer “Basic”' }));
  const preview = within(screen.getByRole('region', { name: 'Preview of “Basic”' }));
  expect(preview.getByText(/BTC\/USDT · ETH\/USDT · ETH\/BTC – width 1%/)).toBeTruthy();
  await user.type(screen.getByLabelText('Title (English)'), 'Calm');
  await user.type(screen.getByLabelText('Title (日本語)'), '穏やか');
  await user.clear(screen.getByLabelText(words.coursePairs));
  await user.click(screen.getByRole('button', { name: words.save }));
  expect(await screen.findByText(words.pairsRequired)).toBeTruthy();
  await user.type(screen.getByLabelText(words.coursePairs), 'BTC/USDT XRP/USDT XRP/BTC');
  const width = screen.getByLabelText(words.courseWidth);
  for (const wrong of ['0', '99.91', '1e1']) {
    await user.clear(width);
    await user.type(width, wrong);
    await user.click(screen.getByRole('button', { name: words.save }));
    expect(await screen.findByText('Please enter a number above 0, at most 99.9')).toBeTruthy();
  }
  await user.clear(width);
  await user.type(width, '0.7');
  expect(preview.getByText('Calm')).toBeTruthy();
  expect(preview.getByText(/width 0.7%/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.save }));
  await waitFor(() =>
    expect(sent(server)).toEqual({
      changedCourses: {
        basic: {
          title: { ja: '穏やか', en: 'Calm' },
          description: { ja: '', en: '' },
          pairs: ['BTC/USDT', 'XRP/USDT', 'XRP/BTC'],
          delta: 0.0035,
        },
      },
    }),
  );
});

test('what is not saved is not left without a question: a help page, a course, a setting', async () => {
  const user = userEvent.setup();
  await openAdmin(serverWith(), '/settings/help');
  const help = await screen.findByLabelText('Text (Markdown, English)');
  await user.type(help, 'More');
  await expectAsked(user, help);
  closePages();
  await openAdmin(serverWith(), '/settings/courses');
  await user.click(await screen.findByRole('checkbox', { name: words.courseOffered.replace('{{course}}', words.course_basic) }));
  const title = screen.getByLabelText(words.courseTitle.replace('{{language}}', 'English'));
  await user.type(title, 'Calm');
  await expectAsked(user, title);
  closePages();
  await openAdmin(serverWith(), '/settings');
  const name = await screen.findByLabelText(words.name);
  await user.type(name, '!');
  await expectAsked(user, name);
});
