import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { ui } from '../words/en.ts';
import { notifications as words } from '../words/notifications/en.ts';
import { startWords } from '../words/start-words.ts';
import { WordsProvider } from '../words/words-provider.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { NotificationsProvider, useNotify } from './notifications-provider.tsx';

afterEach(cleanup);

function Page() {
  const notify = useNotify();
  return (
    <>
      <NotificationBell />
      <button type="button" onClick={() => notify('error', 'A bot has stopped', 'toolbar')}>
        Stop
      </button>
      <button type="button" onClick={() => notify('success', 'It is saved', 'snackbar')}>
        Save
      </button>
    </>
  );
}

async function openBell() {
  localStorage.setItem('i18nextLng', 'en');
  const texts = startWords(async (_, file) => (file === 'ui' ? ui : words));
  await texts.ready;
  await texts.i18n.loadNamespaces('notifications');
  render(
    <WordsProvider words={texts}>
      <NotificationsProvider>
        <Page />
      </NotificationsProvider>
    </WordsProvider>,
  );
  return userEvent.setup();
}

const press = (user: ReturnType<typeof userEvent.setup>, name: string) => user.click(screen.getByRole('button', { name }));
const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('what comes to the toolbar is counted at the bell and announced, and covers nothing', async () => {
  const user = await openBell();
  await press(user, 'Stop');
  expect(screen.getByRole('button', { name: 'Notifications, 1 new' })).toBeTruthy();
  expect(announced()).toEqual(['A bot has stopped', '']);
  expect(screen.queryByRole('presentation')).toBeNull();
});

test('a snackbar is shown and announced at once, and is not counted', async () => {
  const user = await openBell();
  await press(user, 'Save');
  expect(announced()).toEqual(['', 'It is saved']);
  expect(screen.getByRole('button', { name: words.title })).toBeTruthy();
});

test('by keyboard the bell opens the last of both, newest first with their times, and gives the focus back', async () => {
  const user = await openBell();
  await press(user, 'Stop');
  await press(user, 'Save');
  const bell = screen.getByRole('button', { name: 'Notifications, 1 new' });
  bell.focus();
  await user.keyboard('{Enter}');
  const dialog = within(await screen.findByRole('dialog', { name: words.title }));
  const items = dialog.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(items.map((item) => item.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, '@'))).toEqual(['It is saved@', 'A bot has stopped@']);
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: words.title })).toBe(document.activeElement);
});

test('the list can be cleared, and says what it is for while it is empty', async () => {
  const user = await openBell();
  await press(user, 'Stop');
  await press(user, 'Notifications, 1 new');
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: words.clear }));
  expect(dialog.getByText(words.none)).toBeTruthy();
  expect(dialog.queryByRole('listitem')).toBeNull();
});
