import { closePages, type FakeServer, idOf, refusal } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import {
  type Broadcast,
  broadcastEmail,
  cancelEmail,
  countRecipients,
  getAdministratorSelf,
  getEmail,
  getOrganizationSelf,
  listEmails,
  listSavedFilters,
  type OwnOrganization,
  previewEmail,
  resumeEmail,
  sendTestEmail,
  signOutAdministrator,
} from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, self, serverFor } from '../../testing/open-admin.ts';
import { mail as en } from '../../words/en/mail.ts';
import { savedFilters } from '../../words/en/saved-filters.ts';
import { users } from '../../words/en/users.ts';
import { mail as ja } from '../../words/ja/mail.ts';

afterEach(closePages);

const nobody = { banned: 0, unverified: 0, bounced: 0, unsubscribed: 0 };
const organization: OwnOrganization = {
  _id: idOf(2),
  name: 'Tenbin',
  slug: 'tenbin',
  exchanges: [],
  plan: 'BASIC',
  planOptions: [],
  omitPairs: [],
  isFree: false,
  botsPerUser: 5,
  defaultOrderWidth: null,
  minimumBtcBalance: null,
  contactEmail: null,
  helpPages: {},
  balanceTolerance: 1,
  rebalanceFees: {},
  timeZone: 'Asia/Tokyo',
  sessionDays: 30,
  sessionIdleHours: 12,
  requireTwoFactor: false,
  exchangeChoices: [],
  courses: [],
  defaultCourses: [],
};
const email: Broadcast = {
  _id: idOf(7),
  kind: 'news',
  state: 'sending',
  subject: { ja: 'お知らせ', en: 'Good news' },
  body: { ja: '本文', en: 'The text' },
  audience: { condition: 'all', filter: {}, namedUsers: null },
  createdBy: 'staff@example.org',
  createdAt: '2026-01-01T00:00:00.000Z',
  sendAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:01.000Z',
  endedAt: null,
  recipients: 1000,
  results: { sent: 240, waiting: 750, failed: [{ reason: '550 5.1.1', count: 10 }], leftOut: { ...nobody, unsubscribed: 33 } },
  trouble: null,
};
const { body: _body, results: _results, trouble: _trouble, ...summary } = email;
const rendered = (subject: string) => (subject === '' ? null : { subject, html: `<p>${subject}</p>`, text: subject });

function withEmails(server: FakeServer, told: Partial<Broadcast> = {}): FakeServer {
  server.answer(getOrganizationSelf, organization);
  server.answer(listEmails, [summary]);
  server.answer(getEmail, { ...email, ...told });
  server.answer(countRecipients, { count: 12, leftOut: { ...nobody, unsubscribed: 3, bounced: 1 } });
  server.answer(previewEmail, ({ body }) => {
    const { subject } = body as { subject: { ja: string; en: string } };
    return { ja: rendered(subject.ja), en: rendered(subject.en) };
  });
  return server;
}

const write = async (
  user: ReturnType<typeof userEvent.setup>,
  { subject, body }: { subject: string; body: string },
  words: typeof en | typeof ja = en,
) => {
  const group = await screen.findByRole('group', { name: words.language_en });
  if (subject) await user.type(within(group).getByLabelText(words.subject), subject);
  if (body) await user.type(within(group).getByLabelText(words.body), body);
};

test('the list says how each e-mail stands, and leads to it', async () => {
  const user = userEvent.setup();
  await openAdmin(withEmails(serverFor('manager')), '/emails');
  const list = await screen.findByRole('list', { name: en.list });
  expect(within(list).getByText(en.state_sending)).toBeTruthy();
  expect(within(list).getByText(/All users · 1,000 users/)).toBeTruthy();
  await user.click(within(list).getByRole('link', { name: 'Good news' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Good news' })).toBeTruthy();
});

test('an empty list leads to the first e-mail; one that cannot be read can be read again', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor());
  server.answer(listEmails, () => refusal(403, 'permissionMissing', { message: 'not now' }));
  await openAdmin(server, '/emails');
  await screen.findByText('not now');
  server.answer(listEmails, []);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(en.noEmails);
  await user.click(screen.getAllByRole('link', { name: en.write })[0] as HTMLElement);
  expect(await screen.findByRole('heading', { level: 1, name: en.write })).toBeTruthy();
});

test('roles without mail see neither the section nor its pages', async () => {
  await openAdmin(withEmails(serverFor('support')), '/emails');
  await screen.findByText('Your role does not include this page');
  expect(screen.queryByRole('link', { name: en.title })).toBeNull();
});

test('an e-mail is written, looked at, and sent to as many as are typed', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor('manager'));
  server.answer(broadcastEmail, { _id: email._id, recipients: 12 });
  await openAdmin(server, '/emails/new');
  await screen.findByText('It would be sent to 12 users now.');
  expect(screen.getByText('Not included: addresses that bounce: 1, news turned off: 3.')).toBeTruthy();
  expect((screen.getByRole('radio', { name: en.kind_service }) as HTMLInputElement).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: en.check }));
  expect((await screen.findByRole('alert')).textContent).toContain(en.notWritten);
  await write(user, { subject: 'Good news', body: 'The text' });
  const frame = await screen.findByTitle('E-mail in English: Good news');
  expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual(['allow-same-origin', '<p>Good news</p>']);
  await user.click(screen.getByRole('button', { name: en.check }));
  const dialog = await screen.findByRole('dialog', { name: en.checkTitle });
  expect(within(dialog).getByText(/“Good news” will be sent to 12 users/)).toBeTruthy();
  const send = within(dialog).getByRole('button', { name: en.send }) as HTMLButtonElement;
  await user.type(within(dialog).getByRole('textbox'), '11');
  expect(send.disabled).toBe(true);
  await user.clear(within(dialog).getByRole('textbox'));
  await user.type(within(dialog).getByRole('textbox'), '１２');
  await user.click(send);
  expect(await screen.findByRole('heading', { level: 1, name: 'Good news' })).toBeTruthy();
  expect(server.callsOf(broadcastEmail)[0]?.idempotencyKey).toMatch(/^[0-9a-f]{32}$/);
  expect(server.callsOf(broadcastEmail).map(({ body }) => body)).toEqual([
    {
      kind: 'news',
      subject: { ja: '', en: 'Good news' },
      body: { ja: '', en: 'The text' },
      audience: {},
      expectedCount: 12,
    },
  ]);
});

test('it goes to whom the filters of the address find, and says so before and afterwards', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor('manager'), {
    audience: { condition: 'unpaid', filter: { seenBefore: '2026-01-01T00:00:00.000Z', isVerified: true }, namedUsers: null },
  });
  server.answer(broadcastEmail, { _id: email._id, recipients: 12 });
  await openAdmin(server, '/emails/new?condition=unpaid&seen=notIn30');
  await write(user, { subject: 'Good news', body: 'The text' });
  await screen.findByText('It would be sent to 12 users now.');
  await user.type(screen.getByRole('searchbox', { name: users.referrer }), 'FRIEND1{Enter}');
  const audience = { condition: 'unpaid', seenBefore: expect.any(String), referrer: 'FRIEND1' };
  await waitFor(() => expect(server.callsOf(countRecipients).at(-1)?.body).toEqual({ audience, kind: 'news' }));
  await screen.findByText('It would be sent to 12 users now.');
  await user.click(screen.getByRole('button', { name: en.check }));
  const dialog = await screen.findByRole('dialog', { name: en.checkTitle });
  expect(dialog.textContent).toContain(`${en.condition_unpaid} · ${en.filter_referrer}: FRIEND1 · ${en.filter_seenBefore}: `);
  await user.type(within(dialog).getByRole('textbox'), '12');
  await user.click(within(dialog).getByRole('button', { name: en.send }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Good news' })).toBeTruthy();
  expect(server.callsOf(broadcastEmail).map(({ body }) => body)).toMatchObject([{ audience, expectedCount: 12 }]);
  expect(await screen.findByText(en.condition_unpaid)).toBeTruthy();
  expect(screen.getByText(`${en.filter_isVerified}: ${en.yes}`)).toBeTruthy();
});

test('saved filters of users are offered as an audience, those of sign-ups that wait are not: they would be everybody', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor());
  const saved = { list: 'users', isShared: true, isOwn: true } as const;
  server.answer(listSavedFilters, [
    { ...saved, _id: idOf(50), name: 'Waiting', search: { show: 'signUps' } },
    { ...saved, _id: idOf(51), name: 'Payers', search: { condition: 'paid' } },
  ]);
  await openAdmin(server, '/emails/new');
  const choice = await screen.findByLabelText(savedFilters.title, { selector: 'select' });
  const names = within(choice)
    .getAllByRole('option')
    .map(({ textContent }) => textContent);
  expect(names).toEqual([savedFilters.none, 'Payers (shared)']);
  await user.selectOptions(choice, 'Payers (shared)');
  await waitFor(() => expect(server.callsOf(countRecipients).at(-1)?.body).toEqual({ audience: { condition: 'paid' }, kind: 'news' }));
});

test('where somebody came since it was counted, the new number is asked for, and nothing that was written is lost', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor());
  server.answer(broadcastEmail, () => refusal(409, 'audienceChanged', { message: '13 now' }));
  await openAdmin(server, '/emails/new');
  await write(user, { subject: 'Hello', body: 'Text' });
  await screen.findByText('It would be sent to 12 users now.');
  await user.click(screen.getByRole('button', { name: en.check }));
  const dialog = await screen.findByRole('dialog');
  server.answer(countRecipients, { count: 13, leftOut: nobody });
  await user.type(within(dialog).getByRole('textbox'), '12');
  await user.click(within(dialog).getByRole('button', { name: en.send }));
  expect(await within(dialog).findByText('13 now')).toBeTruthy();
  expect(await within(dialog).findByText(/to 13 users/)).toBeTruthy();
  closePagesKeepingDraft();
  await openAdmin(server, '/emails/new');
  const group = await screen.findByRole('group', { name: en.language_en });
  expect((within(group).getByLabelText(en.subject) as HTMLInputElement).value).toBe('Hello');
});

test('it is scheduled in the organization’s time zone, and not for a time that has passed', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor());
  server.answer(broadcastEmail, { _id: email._id, recipients: 12 });
  await openAdmin(server, '/emails/new');
  await write(user, { subject: 'Hello', body: 'Text' });
  await screen.findByText('It would be sent to 12 users now.');
  await user.click(screen.getByRole('radio', { name: en.later }));
  const field = (await screen.findByLabelText('Date and time (Asia/Tokyo)')) as HTMLInputElement;
  const enter = async (value: string) => {
    await user.clear(field);
    await user.type(field, value);
  };
  await enter('2020-01-31T09:00');
  await user.click(screen.getByRole('button', { name: en.check }));
  expect((await screen.findByRole('alert')).textContent).toContain(en.timePassed);
  await enter('2099-01-31T09:00');
  await user.click(screen.getByRole('button', { name: en.check }));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText(/at 2099-01-31 09:00 \(Asia\/Tokyo\)/)).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox'), '12');
  await user.click(within(dialog).getByRole('button', { name: en.schedule }));
  await waitFor(() => expect(server.callsOf(broadcastEmail)).toHaveLength(1));
  expect(server.callsOf(broadcastEmail)[0]?.body).toMatchObject({ sendAt: Date.UTC(2099, 0, 31) });
});

test('a test mail goes to whoever writes it', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor());
  server.answer(sendTestEmail, { to: 'staff@example.org' });
  await openAdmin(server, '/emails/new');
  await write(user, { subject: 'Hello', body: 'Text' });
  await user.click(screen.getByRole('button', { name: en.test }));
  expect((await screen.findAllByText('A test e-mail was sent to staff@example.org.')).length).toBeGreaterThan(0);
});

test('where the mail server gave no answer, that is said, and no code of ours', async () => {
  const failed = [
    { reason: 'ETIMEDOUT', count: 3 },
    { reason: 'EENVELOPE', count: 2 },
  ];
  const trouble = { reason: 'ECONNREFUSED', until: '2026-01-01T00:05:00.000Z' };
  await openAdmin(withEmails(serverFor(), { results: { ...email.results, failed }, trouble }), `/emails/${email._id}`);
  const table = within(await screen.findByRole('table', { name: en.failedBy }));
  expect(table.getByRole('row', { name: `${en.noAnswer} 3` })).toBeTruthy();
  expect(table.getByRole('row', { name: `${en.notAsked} 2` })).toBeTruthy();
  expect(screen.getByText((said) => said.includes(en.noAnswer) && said.includes(formatDate(trouble.until)))).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/ECONNREFUSED|ETIMEDOUT|EENVELOPE/);
});

test('an e-mail shows how far it is, by why it failed and who is left out, and is cancelled', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor('manager'));
  server.answer(cancelEmail, { success: true });
  await openAdmin(server, `/emails/${email._id}`);
  expect(await screen.findByText('250 of 1,000 done')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: en.progress }).getAttribute('aria-valuenow')).toBe('25');
  expect(within(screen.getByRole('table', { name: en.failedBy })).getByRole('row', { name: '550 5.1.1 10' })).toBeTruthy();
  expect(within(screen.getByRole('table', { name: en.leftOutTitle })).getByRole('row', { name: `${en.why_unsubscribed} 33` })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: en.cancel }));
  const dialog = await screen.findByRole('dialog', { name: en.cancelTitle });
  expect(within(dialog).getByText(/to the 750 users who are still waiting/)).toBeTruthy();
  const cancelled = { ...email, state: 'cancelled', endedAt: new Date().toISOString() } as const;
  server.answer(getEmail, cancelled);
  await user.click(within(dialog).getByRole('button', { name: en.cancel }));
  expect(await screen.findByText(en.notSent)).toBeTruthy();
  server.answer(getEmail, { ...cancelled, results: { ...email.results, failed: [{ reason: '550 5.1.1', count: 11 }] } });
  const failed = () => within(screen.getByRole('table', { name: en.failedBy })).queryByRole('row', { name: '550 5.1.1 11' });
  await waitFor(() => expect(failed(), 'what was in hand is counted yet').not.toBeNull());
  expect(server.callsOf(cancelEmail)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: en.cancel })).toBeNull();
});

test('one that is paused says why and goes on; one that waits for the mail server says until when', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor(), { state: 'paused', trouble: { reason: '550 5.7.1', until: null } });
  server.answer(resumeEmail, { success: true });
  await openAdmin(server, `/emails/${email._id}`, { language: 'ja' });
  expect(await screen.findByText(ja.pausedTitle)).toBeTruthy();
  expect(screen.getByText(/550 5\.7\.1/)).toBeTruthy();
  server.answer(getEmail, { ...email, trouble: { reason: 'ECONNREFUSED', until: '2026-01-01T00:05:00.000Z' } });
  await user.click(screen.getByRole('button', { name: ja.resume }));
  expect(await screen.findByText(ja.restTitle)).toBeTruthy();
  expect(screen.getByText((said) => said.includes(ja.noAnswer))).toBeTruthy();
  expect(server.callsOf(resumeEmail)).toHaveLength(1);
});

test('one that was paused by a restored backup says so, and that some may get it twice', async () => {
  await openAdmin(withEmails(serverFor(), { state: 'paused', trouble: { reason: '', until: null } }), `/emails/${email._id}`);
  expect(await screen.findByText(en.restoredTitle)).toBeTruthy();
  expect(screen.getByText(en.restoredHelp)).toBeTruthy();
  expect(screen.queryByText(en.pausedTitle)).toBeNull();
});

test('a manager cannot go on with a notice that only owners send', async () => {
  await openAdmin(
    withEmails(serverFor('manager'), { kind: 'service', state: 'paused', trouble: { reason: '550', until: null } }),
    `/emails/${email._id}`,
  );
  await screen.findByText(en.pausedTitle);
  expect(screen.queryByRole('button', { name: en.resume })).toBeNull();
  expect(screen.getByRole('button', { name: en.cancel })).toBeTruthy();
});

test('what was written is found again by whoever wrote it, by nobody else, and nothing once they have signed out', async () => {
  const user = userEvent.setup();
  const as = (id: number) => {
    const server = withEmails(serverFor());
    server.answer(getAdministratorSelf, { ...self, _id: idOf(id) });
    server.answer(signOutAdministrator, { success: true });
    return server;
  };
  const bodies = async () => (await screen.findAllByLabelText(en.subject)).map((field) => (field as HTMLInputElement).value).join('');
  await openAdmin(as(1), '/emails/new');
  await write(user, { subject: 'Confidential', body: 'Text' });
  closePagesKeepingDraft();
  await openAdmin(as(2), '/emails/new');
  expect(await bodies()).toBe('');
  closePagesKeepingDraft();
  await openAdmin(as(1), '/emails/new');
  expect(await bodies()).toBe('Confidential');
  const told = `notifications ${idOf(1)}`;
  await expect.poll(() => sessionStorage.getItem(told)).not.toBeNull();
  await user.click(await screen.findByRole('button', { name: kit.userMenu }));
  await user.click(await screen.findByRole('menuitem', { name: kit.signOut }));
  await expect.poll(() => location.pathname).toBe('/admin/login');
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Confidential');
  expect(sessionStorage.getItem(told)).toBeNull();
  expect(JSON.stringify({ ...localStorage })).not.toContain(self.email);
});

test('what was kept is there from the first moment: nothing empty is stored over it, or asked for', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor());
  await openAdmin(server, '/emails/new');
  await write(user, { subject: 'Kept', body: 'Text' });
  await user.click(screen.getByRole('radio', { name: en.kind_service }));
  closePagesKeepingDraft();
  const again = withEmails(serverFor());
  await openAdmin(again, '/emails/new');
  await screen.findByTitle('E-mail in English: Kept');
  expect(again.callsOf(previewEmail).map(({ body }) => (body as { subject: { en: string } }).subject.en)).not.toContain('');
  expect(again.callsOf(countRecipients).map(({ body }) => (body as { kind: string }).kind)).not.toContain('news');
});

test('what the server refuses of one language stands at that field', async () => {
  const user = userEvent.setup();
  const server = withEmails(serverFor('manager'));
  server.answer(broadcastEmail, () => refusal(400, 'invalidInput', { error: { 'subject.en': 'Not this word' } }));
  await openAdmin(server, '/emails/new');
  await screen.findByText('It would be sent to 12 users now.');
  await write(user, { subject: 'Good news', body: 'The text' });
  await user.click(screen.getByRole('button', { name: en.check }));
  const dialog = await screen.findByRole('dialog', { name: en.checkTitle });
  await user.type(within(dialog).getByRole('textbox'), '12');
  await user.click(within(dialog).getByRole('button', { name: en.send }));
  await expect.poll(() => screen.queryAllByText('Not this word').length).toBeGreaterThan(0);
  const [ja, inEnglish] = screen.getAllByLabelText(en.subject).map((field) => field.getAttribute('aria-invalid'));
  expect([ja, inEnglish]).toEqual(['false', 'true']);
});

/** A reload: what the tab keeps is still there. */
function closePagesKeepingDraft(): void {
  const kept = { ...sessionStorage };
  closePages();
  for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, value);
}
