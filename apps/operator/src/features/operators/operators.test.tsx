import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { listOperators, type PlatformOperator } from '@tenbin/contract';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { openOperator, self, serverFor } from '../../testing/open-operator.ts';
import { pageWords } from '../../words/en/pages.ts';

const { administrators: en } = pageWords;

afterEach(closePages);

const { language: _language, mustAddFactor: _mustAddFactor, ...myself } = self;
const observer: PlatformOperator = { ...myself, _id: idOf(3), email: 'observer@example.org', role: 'observer' };

function serverWith(operators: readonly PlatformOperator[]) {
  const server = serverFor();
  server.answer(listOperators, [...operators]);
  return server;
}

test('operators stand with oneself among them', async () => {
  await openOperator(serverWith([myself, observer]), '/operators');
  expect((await screen.findAllByText(/observer@example\.org/)).length).toBeGreaterThan(0);
  expect(screen.getAllByText(/staff@example\.org/).length).toBeGreaterThan(0);
});

test('one who operates alone stands alone, and may invite others', async () => {
  await openOperator(serverWith([myself]), '/operators');
  expect((await screen.findAllByText(/staff@example\.org/)).length).toBeGreaterThan(0);
  expect(screen.queryByText(/observer@example\.org/)).toBeNull();
  expect(screen.getByText(en.inviteTitle)).toBeTruthy();
});

test('while they are read the page says so, and where they cannot be read too', async () => {
  const waiting = serverWith([]);
  waiting.answer(listOperators, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/operators');
  expect(await screen.findByText(en.title, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByText(/observer@example\.org/)).toBeNull();
  closePages();
  const failing = serverWith([]);
  failing.answer(listOperators, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/operators');
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
});
