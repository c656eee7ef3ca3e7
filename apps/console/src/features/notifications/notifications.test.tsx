import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  addPushBrowser,
  getNotifications,
  getPushes,
  getSelf,
  keyHeaders,
  removePushBrowser,
  signIn,
  updateNotifications,
  updatePushes,
} from '@tenbin/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna } from '../../testing/fixtures.ts';
import { openConsole, serverWith } from '../../testing/open-console.ts';

afterEach(() => {
  closePages();
  localStorage.clear();
  for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

const all = { botStops: true, rebalances: true, tradingVolume: true, news: true };
const mail = (name: string) => screen.findByRole('switch', { name });

const noPushes = { botStops: true, rebalances: true, tradingVolume: true, publicKey: 'BPublic', browsers: [] };
const phone = {
  _id: '01979f3e-7c1a-7000-8000-000000000021',
  device: 'Safari, iPhone',
  createdAt: '2026-01-05T00:00:00.000Z',
  isThis: false,
};
const here = { ...phone, _id: '01979f3e-7c1a-7000-8000-000000000022', device: 'Chrome, Linux', isThis: true };

/** A browser that can be told, and whose user allows it, or does not. */
function browserThat(permission: 'granted' | 'denied') {
  const keys = { endpoint: 'https://push.example/1', keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) } };
  const pushManager = { getSubscription: async () => null, subscribe: vi.fn(async () => ({ toJSON: () => keys })) };
  const registration = { pushManager };
  const serviceWorker = {
    register: vi.fn(async () => registration),
    ready: Promise.resolve(registration),
    getRegistration: async () => registration,
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  Object.assign(window, { PushManager: class {}, Notification: { permission: 'default', requestPermission: async () => permission } });
  return { pushManager, serviceWorker };
}

function mailing(choice = all) {
  const server = serverWith([]);
  server.answer(getPushes, noPushes);
  let now = choice;
  server.answer(getNotifications, () => now);
  server.answer(updateNotifications, ({ body }) => {
    now = { ...now, ...(body as Partial<typeof all>) };
    return now;
  });
  return server;
}

test('the account leads to the choice of mails, which is kept mail by mail', async () => {
  const user = userEvent.setup();
  const server = mailing({ ...all, rebalances: false });
  await openConsole(server, '/account');
  await user.click(await screen.findByRole('link', { name: 'Notifications' }));
  expect(await mail('Auto-rebalance and auto-start')).toHaveProperty('checked', false);
  await user.click(await mail('Bots that stop'));
  expect(await mail('Bots that stop')).toHaveProperty('checked', false);
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(server.callsOf(updateNotifications).map(({ body }) => body)).toEqual([{ botStops: false }]);
  expect(screen.getByText(/security, your account or payments is always mailed/)).toBeTruthy();
});

test('what could not be kept says so, and is shown as it was', async () => {
  const user = userEvent.setup();
  const server = mailing();
  server.answer(updateNotifications, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/account/notifications', { language: 'ja' });
  await user.click(await mail('ボットの停止'));
  expect(await screen.findByText('処理に失敗しました – Not now')).toBeTruthy();
  await waitFor(async () => expect(await mail('ボットの停止')).toHaveProperty('checked', true));
});

test('a choice that could not be read says so, and is tried again', async () => {
  const user = userEvent.setup();
  const server = mailing();
  server.answer(getNotifications, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/account/notifications');
  expect(await screen.findByText('E-mails could not be loaded')).toBeTruthy();
  server.answer(getNotifications, all);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await mail('Trading volume and its limit')).toHaveProperty('checked', true);
});

test('a browser that cannot be told says so', async () => {
  await openConsole(mailing(), '/account/notifications');
  expect(await screen.findByText(/This browser cannot show notifications/)).toBeTruthy();
  expect(screen.queryByText('Notify me in this browser')).toBeNull();
});

test('a browser is told from one press on, by what it got from its push service', async () => {
  const user = userEvent.setup();
  const { pushManager, serviceWorker } = browserThat('granted');
  const server = mailing();
  server.answer(addPushBrowser, () => {
    const added = { ...noPushes, browsers: [here] };
    server.answer(getPushes, added);
    return added;
  });
  await openConsole(server, '/account/notifications');
  await user.click(await screen.findByText('Notify me in this browser'));
  expect(await screen.findByText('This browser notifies you from now on')).toBeTruthy();
  expect(await screen.findByText('Chrome, Linux')).toBeTruthy();
  expect(serviceWorker.register).toHaveBeenCalledWith('/push-worker.js');
  expect(pushManager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BPublic' });
  const given = { endpoint: 'https://push.example/1', p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  expect(server.callsOf(addPushBrowser).map(({ body }) => body)).toEqual([given]);
});

test('what its user does not allow is not sent, and said in a word', async () => {
  const user = userEvent.setup();
  browserThat('denied');
  const server = mailing();
  await openConsole(server, '/account/notifications', { language: 'ja' });
  await user.click(await screen.findByText('このブラウザで通知を受け取る'));
  expect(await screen.findByText(/このサイトの通知はブロックされています/)).toBeTruthy();
  expect(server.callsOf(addPushBrowser)).toEqual([]);
});

test('browsers are listed and removed, and what they tell is chosen apart from mails', async () => {
  const user = userEvent.setup();
  browserThat('granted');
  const server = mailing();
  server.answer(getPushes, { ...noPushes, browsers: [here, phone] });
  server.answer(updatePushes, { ...noPushes, tradingVolume: false, browsers: [here, phone] });
  server.answer(removePushBrowser, () => {
    server.answer(getPushes, { ...noPushes, browsers: [here] });
    return { success: true };
  });
  await openConsole(server, '/account/notifications');
  await user.click(await screen.findByLabelText('In the browser: Trading volume and its limit'));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(server.callsOf(updatePushes).map(({ body }) => body)).toEqual([{ tradingVolume: false }]);
  expect(server.callsOf(updateNotifications)).toEqual([]);
  await user.click(screen.getByLabelText('Remove Safari, iPhone'));
  expect(await screen.findByText('Safari, iPhone notifies you no more')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Safari, iPhone')).toBeNull());
  expect(server.callsOf(removePushBrowser).map(({ params }) => params)).toEqual([{ id: phone._id }]);
});

/** What the browser keeps stays. */
function leave(): void {
  const kept = { ...localStorage };
  closePages();
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
}

/** The session before has ended, and with it what it was told. */
async function signInAnew(user: ReturnType<typeof userEvent.setup>, server: ReturnType<typeof mailing>, who = anna): Promise<void> {
  localStorage.removeItem(keyHeaders.user ?? 'user');
  server.answer(getPushes, noPushes);
  server.answer(getSelf, who);
  server.answer(signIn, { ...who, uniqueKey: 'fresh-key' });
  await openConsole(server, '/account/notifications', { signedOut: true });
  await user.type(await screen.findByLabelText('E-mail address'), who.email);
  await user.type(screen.getByLabelText('Password'), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await screen.findByRole('heading', { name: 'Notifications' });
}

/** Whose browser is among those that are told as soon as it is added. */
function adding(): ReturnType<typeof mailing> {
  const server = mailing();
  server.answer(addPushBrowser, () => {
    const added = { ...noPushes, browsers: [here] };
    server.answer(getPushes, added);
    return added;
  });
  return server;
}

test('a browser that was removed elsewhere stays removed, whenever it is opened again', async () => {
  const user = userEvent.setup();
  browserThat('granted');
  const server = adding();
  await openConsole(server, '/account/notifications');
  await user.click(await screen.findByText('Notify me in this browser'));
  await screen.findByText('Chrome, Linux');
  leave();
  Object.assign(Notification, { permission: 'granted' });
  server.answer(getPushes, noPushes);
  await openConsole(server, '/account/notifications');
  await screen.findByText('Notify me in this browser');
  await waitFor(() => expect(localStorage.getItem('told-here')).toBeNull());
  leave();
  await signInAnew(user, server);
  await screen.findByText('Notify me in this browser');
  expect(server.callsOf(addPushBrowser)).toHaveLength(1);
});

test('who was told here, and signs in anew, is told again without being asked; nobody else is', async () => {
  const user = userEvent.setup();
  browserThat('granted');
  const server = adding();
  await openConsole(server, '/account/notifications');
  await user.click(await screen.findByText('Notify me in this browser'));
  await screen.findByText('This browser notifies you from now on');
  leave();
  Object.assign(Notification, { permission: 'granted' });
  await signInAnew(user, server, { ...anna, _id: '01979f3e-7c1a-7000-8000-000000000099' });
  await screen.findByText('Notify me in this browser');
  expect(server.callsOf(addPushBrowser)).toHaveLength(1);
  leave();
  await signInAnew(user, server);
  expect(await screen.findByText('Chrome, Linux')).toBeTruthy();
  expect(server.callsOf(addPushBrowser)).toHaveLength(2);
  leave();
  server.answer(removePushBrowser, () => {
    server.answer(getPushes, noPushes);
    return { success: true };
  });
  await openConsole(server, '/account/notifications');
  await user.click(await screen.findByLabelText('Remove Chrome, Linux'));
  await screen.findByText('Chrome, Linux notifies you no more');
  leave();
  await openConsole(server, '/account/notifications');
  await screen.findByText('Notify me in this browser');
  expect(server.callsOf(addPushBrowser)).toHaveLength(2);
});

test('browsers that could not be read say so, and are tried again', async () => {
  const user = userEvent.setup();
  const server = mailing();
  server.answer(getPushes, () => refusal(400, 'invalidInput', { message: 'Not now' }));
  await openConsole(server, '/account/notifications');
  expect(await screen.findByText('In the browser could not be loaded')).toBeTruthy();
  server.answer(getPushes, { ...noPushes, browsers: [phone] });
  await user.click(screen.getByText('Try again'));
  expect(await screen.findByText('Safari, iPhone')).toBeTruthy();
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
