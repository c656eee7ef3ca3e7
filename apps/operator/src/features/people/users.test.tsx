import { testOrganizationId } from '@tenbin/accounts';
import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { countPlatformUsers, listPlatformUsers, type PlatformUser } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, organization, serverFor } from '../../testing/open-operator.ts';
import { platform as en } from '../../words/en/platform.ts';

afterEach(closePages);

const at = '2026-01-02T03:04:05.000Z';
const anna: PlatformUser = {
  _id: idOf(10),
  organization: organization._id,
  email: 'anna@example.org',
  uid: 'AB12-CD34',
  createdAt: at,
  verifiedAt: at,
  bannedAt: null,
  lastSeenAt: null,
  botCount: 3,
  runningCount: 2,
};

function serverWith(users: readonly PlatformUser[]) {
  const server = serverFor('observer');
  server.answer(listPlatformUsers, [...users]);
  server.answer(countPlatformUsers, { count: users.length });
  return server;
}

test('users stand with their organization, their state and their bots', async () => {
  const others = [
    { ...anna, _id: idOf(11), email: 'ben@example.org', bannedAt: at },
    { ...anna, _id: idOf(12), email: 'cara@example.org', verifiedAt: null },
  ];
  await openOperator(serverWith([anna, ...others]), '/users');
  await screen.findByText('cara@example.org');
  const row = (email: string) => within(screen.getByText(email).closest('tr') as HTMLElement);
  for (const cell of ['Sakura', en.open, '3 (2 running)']) expect(row('anna@example.org').getByText(cell)).toBeTruthy();
  expect(row('ben@example.org').getByText(en.banned)).toBeTruthy();
  expect(row('cara@example.org').getByText(en.unverified)).toBeTruthy();
});

test('whoever has the test bots is in an organization with a name, though no list has it', async () => {
  await openOperator(serverWith([{ ...anna, organization: testOrganizationId }]), '/users');
  const row = within((await screen.findByText(anna.email)).closest('tr') as HTMLElement);
  expect(await row.findByText(en.testOrganization)).toBeTruthy();
});

test('a part of an address is searched for by the server, and stands in the address', async () => {
  const user = userEvent.setup();
  const server = serverWith([anna]);
  await openOperator(server, '/users');
  await user.type(await screen.findByLabelText(en.email), 'anna{Enter}');
  await waitFor(() => expect(server.callsOf(listPlatformUsers).at(-1)?.query).toMatchObject({ email: 'anna' }));
  expect(location.search).toContain('email=anna');
});

test('where nobody is found the page says so', async () => {
  await openOperator(serverWith([]), '/users');
  expect(await screen.findByText(en.nothingFound)).toBeTruthy();
});

test('while they are read the page says so, and where they cannot be read too', async () => {
  const waiting = serverWith([]);
  waiting.answer(countPlatformUsers, () => new Promise<never>(() => {}));
  waiting.answer(listPlatformUsers, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/users');
  expect(await screen.findByText(en.users, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByText(en.nothingFound)).toBeNull();
  closePages();
  const failing = serverWith([]);
  failing.answer(countPlatformUsers, () => refusal(400, 'invalidInput'));
  failing.answer(listPlatformUsers, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/users');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  expect(screen.queryByText(en.nothingFound)).toBeNull();
});
