import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  type Administrator,
  inviteAdministrator,
  listAdministrators,
  removeAdministrator,
  resendAdministratorInvitation,
  updateAdministrator,
} from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, self, serverFor } from '../../testing/open-admin.ts';
import { administrators as words } from '../../words/en/administrators.ts';
import { publicWords } from '../../words/en/public.ts';

const { kit, shell } = publicWords;
afterEach(closePages);

const { language: _language, mustAddFactor: _mustAddFactor, timeZone: _timeZone, ...own } = self;
const invited: Administrator = { ...own, _id: idOf(2), email: 'new@example.org', role: 'support', isInvited: true };
const says = (text: string, facts: Record<string, string>) =>
  Object.entries(facts).reduce((said, [name, value]) => said.replace(`{{${name}}}`, value), text);

function serverWith(members: readonly Administrator[]) {
  const server = serverFor();
  server.answer(listAdministrators, [...members]);
  return server;
}

test('somebody is invited with a role, and what is wrong with their address stands at the field', async () => {
  const user = userEvent.setup();
  const server = serverWith([own]);
  server.answer(inviteAdministrator, () => refusal(400, 'emailTaken', { error: { email: 'Taken already' } }));
  await openAdmin(server, '/administrators');
  await user.type(await screen.findByLabelText(kit.email), 'new@example.org');
  await user.selectOptions(screen.getByRole('combobox', { name: words.role }), shell.role_finance);
  expect(screen.getByText(words.may_finance)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: words.invite }));
  expect((await screen.findAllByText('Taken already')).length).toBeGreaterThan(0);
  server.answer(inviteAdministrator, invited);
  await user.click(screen.getByRole('button', { name: words.invite }));
  expect(await screen.findByText(says(words.invited, { email: 'new@example.org' }))).toBeTruthy();
  expect(server.callsOf(inviteAdministrator).at(-1)?.body).toEqual({ email: 'new@example.org', role: 'finance', language: 'en' });
});

test('a role is changed, an invitation sent again, and somebody removed, each after it was said what that does', async () => {
  const user = userEvent.setup();
  const server = serverWith([own, invited]);
  server.answer(updateAdministrator, { ...invited, role: 'manager' });
  server.answer(resendAdministratorInvitation, { success: true });
  server.answer(removeAdministrator, { success: true });
  await openAdmin(server, '/administrators');
  await user.selectOptions(await screen.findByLabelText(says(words.roleOf, { email: invited.email })), shell.role_manager);
  const change = within(await screen.findByRole('dialog'));
  expect(change.getByText(/from “Support” to “Manager”/)).toBeTruthy();
  await user.click(change.getByRole('button', { name: words.change }));
  expect(await screen.findByText(says(words.changed, { email: invited.email }))).toBeTruthy();
  expect(server.callsOf(updateAdministrator)[0]).toMatchObject({ params: { id: invited._id }, body: { role: 'manager' } });
  await user.click(await screen.findByRole('button', { name: says(words.resendTo, { email: invited.email }) }));
  expect(await screen.findByText(says(words.invited, { email: invited.email }))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: says(words.removeOf, { email: invited.email }) }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.remove }));
  expect(await screen.findByText(says(words.removed, { email: invited.email }))).toBeTruthy();
  expect(server.callsOf(removeAdministrator)[0]?.params).toEqual({ id: invited._id });
});

test('a list that could not be read says so; a page that the role does not include as well', async () => {
  const server = serverFor();
  server.answer(listAdministrators, () => refusal(400, 'invalidInput'));
  await openAdmin(server, '/administrators');
  expect(await screen.findByRole('button', { name: publicWords.ui.retry })).toBeTruthy();
  closePages();
  await openAdmin(serverFor('manager'), '/administrators');
  expect(await screen.findByRole('heading', { level: 1, name: shell.notAllowed })).toBeTruthy();
});

test('the only owner is offered neither another role nor a removal, and it is said why; of two each is', async () => {
  await openAdmin(serverWith([own, invited]), '/administrators');
  const role = await screen.findByLabelText<HTMLSelectElement>(says(words.roleOf, { email: own.email }));
  expect(role.disabled).toBe(true);
  expect(screen.getByText(says(words.lastOne, { role: shell.role_owner }))).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Remove/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    says(words.removeOf, { email: invited.email }),
  ]);
  closePages();
  await openAdmin(serverWith([own, { ...invited, role: 'owner', isInvited: false }]), '/administrators');
  expect(await screen.findAllByRole('button', { name: /^Remove/ })).toHaveLength(2);
  expect(screen.queryByText(says(words.lastOne, { role: shell.role_owner }))).toBeNull();
});
