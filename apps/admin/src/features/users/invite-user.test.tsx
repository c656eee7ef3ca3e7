import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { kit } from '@tenbin/app-kit/words/en';
import { type AdministeredPlan, countUsers, inviteUser, listSavedFilters, listUserPlans, listUsers } from '@tenbin/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin, serverFor } from '../../testing/open-admin.ts';
import { offered } from '../../testing/users.ts';
import { users as text } from '../../words/en/users.ts';

afterEach(closePages);

const taken = 'This address is registered.';

const offeredPlan = offered('Premium', idOf(52));

async function openInvitation(server: ReturnType<typeof serverFor>, plans: AdministeredPlan[] = []) {
  const user = userEvent.setup();
  server.answer(listUsers, []);
  server.answer(countUsers, { count: 0 });
  server.answer(listSavedFilters, []);
  server.answer(listUserPlans, plans);
  await openAdmin(server, '/users');
  await user.click(await screen.findByText(text.invite));
  const dialog = within(await screen.findByRole('dialog'));
  const send = (email: string) =>
    user.clear(dialog.getByLabelText(text.email)).then(async () => {
      if (email) await user.type(dialog.getByLabelText(text.email), email);
      await user.click(dialog.getByText(text.inviteConfirm));
    });
  return { user, dialog, send };
}

test('an address that is none is told at its field, before anything is sent', async () => {
  const server = serverFor();
  const { dialog, send } = await openInvitation(server);
  await send('');
  expect(await dialog.findByText(kit.emailRequired)).toBeTruthy();
  await send('hanako@example');
  expect(await dialog.findByText(kit.invalidEmail)).toBeTruthy();
  expect(server.callsOf(inviteUser)).toEqual([]);
});

test('name and language go with the invitation; an address that is taken is told at its field, and what was entered stays', async () => {
  const server = serverFor();
  const { user, dialog, send } = await openInvitation(server);
  server.answer(inviteUser, () => refusal(400, 'emailTaken', { error: { email: taken } }));
  await user.type(dialog.getByLabelText(text.lastName), 'Yamada');
  await user.selectOptions(dialog.getByLabelText(text.language), 'ja');
  await send(' hanako@example.jp ');
  expect(await dialog.findByText(taken)).toBeTruthy();
  expect(server.callsOf(inviteUser)[0]?.body).toEqual({ email: 'hanako@example.jp', lastName: 'Yamada', firstName: '', language: 'ja' });
  expect((dialog.getByLabelText(text.lastName) as HTMLInputElement).value).toBe('Yamada');
});

test('an affiliate, and a plan that is given, go with the invitation', async () => {
  const server = serverFor();
  const { user, dialog, send } = await openInvitation(server, [offeredPlan]);
  server.answer(inviteUser, () => refusal(400, 'emailTaken', { error: { email: taken } }));
  await dialog.findByRole('option', { name: offeredPlan.name });
  await user.selectOptions(dialog.getByLabelText(text.plan), offeredPlan._id);
  await user.click(dialog.getByRole('checkbox', { name: text.affiliate }));
  await send('hanako@example.jp');
  expect(await dialog.findByText(taken)).toBeTruthy();
  expect(server.callsOf(inviteUser)[0]?.body).toMatchObject({ isAffiliate: true, planId: offeredPlan._id });
});
