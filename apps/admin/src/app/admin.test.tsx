import { closePages, idOf, organizationId, refusal } from '@tenbin/app-kit/testing';
import {
  getAdministratorSelf,
  getBotOfOrganization,
  getEmail,
  getOwnBill,
  getUser,
  listUserPlanVersions,
  signInAdministrator,
  signOutAdministrator,
} from '@tenbin/contract';
import { ui } from '@tenbin/ui/words/en';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, self, serverFor } from '../testing/open-admin.ts';
import { overview } from '../words/en/overview.ts';
import { publicWords } from '../words/en/public.ts';

const { kit, shell } = publicWords;
const session = { _id: self._id, email: self.email, role: 'owner', organization: organizationId, uniqueKey: 'staff-key' } as const;

afterEach(closePages);

test('an address below /admin leads over the login to its page, and the account menu out again', async () => {
  const user = userEvent.setup();
  const server = serverFor();
  server.answer(signInAdministrator, ({ body }) =>
    (body as { password: string }).password === 'Right-1234' ? session : refusal(401, 'emailOrPassword'),
  );
  server.answer(signOutAdministrator, { success: true });
  await openAdmin(server, '/display', { signedOut: true });
  await user.type(await screen.findByLabelText(kit.email), 'staff@example.org');
  await user.type(screen.getByLabelText(kit.password), 'Right-1234');
  await user.click(screen.getByRole('button', { name: kit.login }));
  expect(await screen.findByRole('heading', { level: 1, name: kit.display })).toBeTruthy();
  expect(location.pathname).toBe('/admin/display');
  await user.click(await screen.findByRole('link', { name: shell.overview }));
  expect(await screen.findByRole('heading', { level: 1, name: overview.title })).toBeTruthy();
  expect(localStorage.getItem('x-organization-key')).toBe('staff-key');
  await user.click(screen.getByRole('button', { name: kit.userMenu }));
  expect(await screen.findByText(`staff@example.org (${shell.role_owner})`)).toBeTruthy();
  await user.click(await screen.findByRole('menuitem', { name: kit.signOut }));
  expect(await screen.findByRole('heading', { name: kit.loginTitle })).toBeTruthy();
  expect(server.callsOf(signOutAdministrator)[0]?.key).toBe('staff-key');
  expect(location.pathname).toBe('/admin/login');
});

test.each([
  ['/users', getUser, 'userNotFound'],
  ['/bots', getBotOfOrganization, 'botNotFound'],
  ['/plans', listUserPlanVersions, 'userPlanNotFound'],
  ['/bills', getOwnBill, 'billNotFound'],
  ['/emails', getEmail, 'emailNotFound'],
] as const)('below %s an id that is nobody’s does not exist', async (path, read, code) => {
  const server = serverFor();
  server.answer(read, () => refusal(404, code));
  await openAdmin(server, `${path}/${idOf(9999)}`);
  expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
  expect(screen.queryByRole('button', { name: ui.retry })).toBeNull();
});

test('an address that leads nowhere says so in the shell, and leads back', async () => {
  const user = userEvent.setup();
  await openAdmin(serverFor(), '/no/such/page');
  expect(await screen.findByRole('heading', { level: 1, name: kit.notFound })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: kit.navigation })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: kit.toDashboard }));
  expect(await screen.findByRole('heading', { level: 1, name: overview.title })).toBeTruthy();
});

test('the navigation leads only to what the role includes, and its first page to one that it may see', async () => {
  await openAdmin(serverFor('finance'), '/');
  expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
  expect(location.pathname).not.toBe('/admin/');
  const navigation = within(screen.getByRole('navigation', { name: kit.navigation }));
  expect(navigation.queryByRole('link', { name: shell.overview })).toBeNull();
});

test('a page waits for the role, and says when it could not be read', async () => {
  const user = userEvent.setup();
  const server = serverFor();
  server.answer(getAdministratorSelf, () => refusal(400, 'invalidInput'));
  await openAdmin(server, '/');
  const again = await screen.findByRole('button', { name: publicWords.ui.retry });
  expect(screen.queryByRole('heading', { name: overview.title })).toBeNull();
  server.answer(getAdministratorSelf, self);
  await user.click(again);
  expect(await screen.findByRole('heading', { level: 1, name: overview.title })).toBeTruthy();
});
