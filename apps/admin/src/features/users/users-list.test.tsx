import { closePages, idOf } from '@tenbin/app-kit/testing';
import { countUsers, listSavedFilters, listUsers, type SavedFilter, saveFilter, verifyUserByHand } from '@tenbin/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openAdmin } from '../../testing/open-admin.ts';
import { hanako, serverWith, taro } from '../../testing/users.ts';
import { savedFilters } from '../../words/en/saved-filters.ts';
import { users as text } from '../../words/en/users.ts';

afterEach(closePages);

test('the list shows how each user stands, and its filters and order stand in the address', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/users');
  const table = await screen.findByRole('table', { name: text.title });
  expect(within(table).getByRole('link', { name: hanako.email })).toBeTruthy();
  expect(within(table).getAllByText(text.banned)).toHaveLength(1);
  await user.selectOptions(screen.getByLabelText(text.condition), 'paid');
  await user.selectOptions(screen.getByLabelText(text.sort), 'lastSeen');
  await expect.poll(() => server.callsOf(listUsers).at(-1)?.query).toMatchObject({ condition: 'paid', sort: 'lastSeen', skip: '0' });
  expect(server.callsOf(countUsers).at(-1)?.query).toEqual({ condition: 'paid' });
  expect(location.search).toContain('condition=paid');
});

test('who may only look is offered no act', async () => {
  const server = serverWith('support');
  await openAdmin(server, `/users/${hanako._id}`);
  expect(await screen.findByRole('heading', { level: 1, name: hanako.email })).toBeTruthy();
  expect(screen.queryByRole('button', { name: text.ban })).toBeNull();
  expect(await screen.findByRole('button', { name: text.stop })).toBeTruthy();
});

test('an empty list says what to do', async () => {
  const server = serverWith();
  server.answer(listUsers, []);
  server.answer(countUsers, { count: 0 });
  await openAdmin(server, '/users');
  expect(await screen.findByText(text.empty)).toBeTruthy();
});

test('the head of a column orders the list, first one way and then the other, and says so', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/users');
  const table = await screen.findByRole('table', { name: text.title });
  const head = (name: string) => within(table).getByRole('columnheader', { name: (found) => found.startsWith(name) });
  expect([head(text.since).getAttribute('aria-sort'), head(text.email).getAttribute('aria-sort')]).toEqual(['descending', 'none']);
  expect(head(text.volume).hasAttribute('aria-sort')).toBe(false);
  await user.click(within(head(text.email)).getByRole('button'));
  await expect.poll(() => server.callsOf(listUsers).at(-1)?.query).toMatchObject({ sort: 'email' });
  expect(head(text.email).getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(head(text.email)).getByRole('button'));
  await expect.poll(() => server.callsOf(listUsers).at(-1)?.query).toMatchObject({ sort: 'emailDown' });
  expect(location.search).toContain('sort=emailDown');
});

test('columns are chosen, and the address keeps them', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(listUsers, [{ ...hanako, referredBy: taro._id }]);
  await openAdmin(server, '/users');
  const table = await screen.findByRole('table', { name: text.title });
  expect(within(table).queryByRole('columnheader', { name: text.uid })).toBeNull();
  const choice = within(screen.getByRole('group', { name: text.columns }));
  // As quick as they can be: before the page shows the first of them.
  for (const name of [text.limitUsed, text.referredBy, text.uid]) fireEvent.click(choice.getByRole('checkbox', { name }));
  expect(await within(table).findByRole('cell', { name: '12%' })).toBeTruthy();
  expect(await within(table).findByRole('cell', { name: hanako.uid })).toBeTruthy();
  expect(within(table).getByRole('link', { name: text.referredBy }).getAttribute('href')).toBe(`/admin/users/${taro._id}`);
  await user.click(choice.getByRole('checkbox', { name: text.plan }));
  await waitFor(() => expect(within(table).queryByRole('columnheader', { name: text.plan })).toBeNull());
  expect(new URLSearchParams(location.search).get('columns')).toBe('periodEnd,limitUsed,bots,volume,lastSeen,since,referrer,uid');
});

test('limit, period, volume, referrer and last use are filters behind a button, which an address with one of them opens', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openAdmin(server, '/users?used=80');
  const filters = within(await screen.findByRole('search'));
  expect(filters.getByLabelText(text.limitUsed)).toHaveProperty('value', '80');
  await user.selectOptions(filters.getByLabelText(text.periodEnd), text.endsIn7);
  await user.selectOptions(filters.getByLabelText(text.lastSeen), text.notIn30);
  await user.type(filters.getByLabelText(text.volumeFrom), '100{Enter}');
  await user.type(filters.getByLabelText(text.referrer), 'EFGH2345{Enter}');
  await expect
    .poll(() => server.callsOf(countUsers).at(-1)?.query)
    .toEqual({
      limitUsedFrom: '80',
      periodEndsFrom: expect.any(String),
      periodEndsBefore: expect.any(String),
      seenBefore: expect.any(String),
      volumeFrom: '100',
      referrer: 'EFGH2345',
    });
  expect(location.search).toContain('ends=endsIn7');
  await user.click(filters.getByRole('button', { name: text.fewerFilters }));
  expect(filters.queryByLabelText(text.limitUsed)).toBeNull();
});

test('a filter of those who only signed up is not kept under a name', async () => {
  await openAdmin(serverWith(), '/users?show=signUps');
  await screen.findByText('new@example.jp');
  expect(screen.queryByRole('button', { name: savedFilters.save })).toBeNull();
});

test('a filter is saved under a name and chosen again', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const kept: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: true, isOwn: true };
  server.answer(saveFilter, kept);
  await openAdmin(server, '/users?condition=paid');
  await user.click(await screen.findByRole('button', { name: savedFilters.save }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(savedFilters.name), 'Payers');
  await user.click(within(dialog).getByRole('checkbox', { name: savedFilters.share }));
  server.answer(listSavedFilters, [kept]);
  await user.click(within(dialog).getByRole('button', { name: savedFilters.save }));
  const choice = await screen.findByLabelText(savedFilters.title, { selector: 'select' });
  expect(server.callsOf(saveFilter)[0]?.body).toEqual({
    list: 'users',
    name: 'Payers',
    search: { condition: 'paid' },
    isShared: true,
    replaces: false,
  });
  await user.selectOptions(choice, '');
  await expect.poll(() => location.search).not.toContain('condition');
  await user.selectOptions(choice, kept._id);
  await expect.poll(() => location.search).toContain('condition=paid');
});

test('the language that a link asked for is kept in no filter', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const kept: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: false, isOwn: true };
  server.answer(saveFilter, kept);
  await openAdmin(server, '/users?condition=paid&lng=en');
  await user.click(await screen.findByRole('button', { name: savedFilters.save }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(savedFilters.name), 'Payers{Enter}');
  await expect.poll(() => server.callsOf(saveFilter)[0]?.body).toMatchObject({ search: { condition: 'paid' } });
  expect(server.callsOf(saveFilter)[0]?.body).not.toHaveProperty('search.lng');
});

test('a filter that was kept with a language is found and chosen without it', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const search = { condition: 'paid', lng: 'ja' };
  const kept: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search, isShared: false, isOwn: true };
  server.answer(listSavedFilters, [kept]);
  await openAdmin(server, '/users?condition=paid');
  const choice = await screen.findByLabelText<HTMLSelectElement>(savedFilters.title, { selector: 'select' });
  expect(choice.value).toBe(kept._id);
  await user.selectOptions(choice, '');
  await user.selectOptions(choice, kept._id);
  await expect.poll(() => location.search).toBe('?condition=paid');
});

test('of two filters that look for the same the one that was chosen is shown, and removed', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const first: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: false, isOwn: true };
  const second = { ...first, _id: idOf(51), name: 'Who pays' };
  server.answer(listSavedFilters, [first, second]);
  await openAdmin(server, '/users');
  const choice = await screen.findByLabelText<HTMLSelectElement>(savedFilters.title, { selector: 'select' });
  await user.selectOptions(choice, second._id);
  await expect.poll(() => location.search).toContain('condition=paid');
  await expect.poll(() => choice.value).toBe(second._id);
  await user.click(await screen.findByRole('button', { name: savedFilters.remove }));
  expect((await screen.findByRole('dialog')).textContent).toContain('Who pays');
});

test('a filter of the same name is replaced after it was said, and stays shared', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  const kept: SavedFilter = { _id: idOf(50), list: 'users', name: 'Payers', search: { used: '80' }, isShared: true, isOwn: true };
  server.answer(listSavedFilters, [kept]);
  server.answer(saveFilter, kept);
  await openAdmin(server, '/users?condition=paid');
  await user.click(await screen.findByRole('button', { name: savedFilters.save }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText(savedFilters.name), 'Payers');
  expect(dialog.textContent).toContain(savedFilters.replacesShared);
  await user.click(within(dialog).getByRole('button', { name: savedFilters.replace }));
  const body = { list: 'users', name: 'Payers', search: { condition: 'paid' }, isShared: true, replaces: true };
  await expect.poll(() => server.callsOf(saveFilter)[0]?.body).toEqual(body);
});

test('who signed up and has not entered the code is a condition of its own, and is let in by hand with a reason', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(verifyUserByHand, hanako);
  await openAdmin(server, '/users');
  await user.selectOptions(await screen.findByLabelText(text.condition), text.signUps);
  await user.click(await screen.findByRole('button', { name: `${text.verify}: new@example.jp` }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Showed a passport');
  await user.click(within(dialog).getByRole('button', { name: text.confirm }));
  await expect.poll(() => server.callsOf(verifyUserByHand)[0]?.body).toEqual({ reason: 'Showed a passport' });
  expect(location.search).toContain('show=signUps');
});
