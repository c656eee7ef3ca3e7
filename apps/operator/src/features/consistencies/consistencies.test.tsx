import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  type Consistencies,
  fixConsistencies,
  type Inconsistency,
  inconsistencyKinds,
  inconsistencyOutcomes,
  listConsistencies,
  standingStates,
} from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, serverFor } from '../../testing/open-operator.ts';
import { consistencies as en } from '../../words/en/consistencies.ts';
import { consistencies as ja } from '../../words/ja/consistencies.ts';

afterEach(closePages);

const at = '2026-03-01T00:10:00.000Z';
const unknown: Inconsistency = {
  botId: idOf(7),
  exchangeAccountId: idOf(8),
  organization: idOf(2),
  kind: 'orderUnknown',
  pair: 'BTC/USDT',
  currency: null,
  clientOrderId: 'T00000000010000001',
  exchangeOrderId: '42',
  expected: { state: 'none', amount: null },
  found: { state: 'open', amount: '0.001' },
  since: '2026-03-01T00:00:00.000Z',
};
const whole = { unasked: [], unaskedCount: 0, left: 0, next: null };
const found: Consistencies = { at, asked: 3, differences: [unknown], ...whole };
const none: Consistencies = { at, asked: 3, differences: [], ...whole };

function server(answer: Consistencies = found, role: 'operator' | 'observer' = 'operator') {
  const made = serverFor(role);
  made.answer(listConsistencies, answer);
  return made;
}
const path = '/consistencies';

test('what differs stands with what was expected and what the exchange says', async () => {
  await openOperator(server(), path);
  expect(await screen.findByText(en.kind_orderUnknown)).toBeTruthy();
  expect(screen.getByText(en.state_none)).toBeTruthy();
  expect(screen.getByText('open, 0.001 traded')).toBeTruthy();
  expect(screen.getByText('BTC/USDT T00000000010000001')).toBeTruthy();
  // It may have differed for days.
  expect(screen.getByText(formatDate(unknown.since))).toBeTruthy();
});

test('whose exchange could not be asked is named with the reason', async () => {
  const unasked = { botId: idOf(9), exchangeAccountId: idOf(8), organization: idOf(2), code: 'keyRefused', message: 'The key is refused' };
  await openOperator(server({ ...none, unasked: [unasked], unaskedCount: 7 }), path);
  expect(await screen.findByText('The key is refused')).toBeTruthy();
  expect(screen.getByText(idOf(9))).toBeTruthy();
  expect(screen.getByText('And 6 more.')).toBeTruthy();
});

test('where the look did not come to all, it says to how many, and goes on from there', async () => {
  const user = userEvent.setup();
  const cursor = `running.${idOf(3)}`;
  const asked = server({ ...none, left: 250, next: cursor });
  await openOperator(asked, path);
  expect(await screen.findByText('Not looked at yet: 250.')).toBeTruthy();
  expect(screen.getByText(en.noneSoFar)).toBeTruthy();
  expect(screen.queryByText(en.none)).toBeNull();
  asked.answer(listConsistencies, found);
  await user.click(screen.getByText(en.checkNext));
  expect(await screen.findByText(en.kind_orderUnknown)).toBeTruthy();
  expect(asked.callsOf(listConsistencies).at(-1)?.query).toEqual({ cursor });
  expect(screen.queryByText(en.checkNext)).toBeNull();
  await user.click(screen.getByText(en.checkFromFirst));
  expect(await screen.findByText(en.checkNext)).toBeTruthy();
});

test('a fix is of all that was shown and of nothing else, however much that is', async () => {
  const user = userEvent.setup();
  const bots = Array.from({ length: 130 }, (_, index) => idOf(100 + index));
  const wallet: Inconsistency = { ...unknown, botId: null, kind: 'virtualAccountDiffers', pair: null, currency: 'USDT' };
  const asked = server({ ...found, differences: [...bots.map((botId) => ({ ...unknown, botId })), wallet] });
  asked.answer(fixConsistencies, { at, dryRun: true, asked: 1, done: [{ ...unknown, outcome: 'takenIn' }], ...whole });
  await openOperator(asked, path);
  await user.click(await screen.findByText(en.plan));
  expect(await screen.findAllByText(en.outcome_takenIn)).toHaveLength(2);
  expect(asked.callsOf(fixConsistencies).map(({ body }) => body)).toEqual([
    { botIds: bots.slice(0, 100), exchangeAccountIds: [unknown.exchangeAccountId], cancelUnknown: false, dryRun: true },
    { botIds: bots.slice(100), exchangeAccountIds: [], cancelUnknown: false, dryRun: true },
  ]);
});

test('a part of the look that fails leaves what was found before it, and is tried again', async () => {
  const user = userEvent.setup();
  const cursor = `running.${idOf(3)}`;
  const asked = server({ ...found, left: 250, next: cursor });
  await openOperator(asked, path);
  expect(await screen.findByText(en.kind_orderUnknown)).toBeTruthy();
  const looks = asked.callsOf(listConsistencies).length;
  asked.answer(listConsistencies, () => refusal(400, 'invalidInput'));
  await user.click(screen.getByText(en.checkNext));
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.getByText(en.kind_orderUnknown)).toBeTruthy();
  expect(screen.getByText('Not looked at yet: 250.')).toBeTruthy();
  asked.answer(listConsistencies, none);
  await user.click(screen.getByText(en.checkNext));
  expect(await screen.findByText(en.none)).toBeTruthy();
  expect(screen.queryByText(en.kind_orderUnknown)).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(
    asked
      .callsOf(listConsistencies)
      .slice(looks)
      .map(({ query }) => query),
  ).toEqual([{ cursor }, { cursor }]);
});

test('a part of a fix that fails leaves what was mended before it, and no more than all that was planned is fixed', async () => {
  const user = userEvent.setup();
  const bots = Array.from({ length: 130 }, (_, index) => idOf(100 + index));
  const asked = server({ ...found, differences: bots.map((botId) => ({ ...unknown, botId })) });
  const planned = { at, dryRun: true, asked: 1, done: [{ ...unknown, outcome: 'takenIn' as const }], ...whole };
  let calls = 0;
  const failing = (fails: number) => () => {
    calls += 1;
    return calls === fails ? refusal(400, 'invalidInput') : planned;
  };
  asked.answer(fixConsistencies, failing(2));
  await openOperator(asked, path);
  await user.click(await screen.findByText(en.plan));
  expect((await screen.findByRole('alert')).textContent).toContain('Only this far');
  expect(screen.getAllByText(en.outcome_takenIn)).toHaveLength(1);
  expect(screen.queryByText(en.fix)).toBeNull();

  calls = 0;
  asked.answer(fixConsistencies, failing(4));
  await user.click(screen.getByText(en.plan));
  expect(await screen.findAllByText(en.outcome_takenIn)).toHaveLength(2);
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByText(en.fix));
  await user.click(within(await screen.findByRole('dialog')).getByText(en.fix));
  expect(await screen.findByText(en.receipt)).toBeTruthy();
  expect((await screen.findByRole('alert')).textContent).toContain('Only this far');
  expect(screen.getAllByText(en.outcome_takenIn)).toHaveLength(1);
});

test('where all agree the page says so, and there is nothing to fix', async () => {
  await openOperator(server(none), path);
  expect(await screen.findByText(en.none)).toBeTruthy();
  expect(screen.queryByText(en.plan)).toBeNull();
});

test('while it is asked the page says so, and where it cannot be asked too', async () => {
  const waiting = serverFor();
  waiting.answer(listConsistencies, () => new Promise<never>(() => {}));
  await openOperator(waiting, path);
  expect(await screen.findByText(en.intro)).toBeTruthy();
  expect(screen.queryByText(en.none)).toBeNull();
  closePages();
  const failing = serverFor();
  failing.answer(listConsistencies, () => refusal(400, 'invalidInput'));
  await openOperator(failing, path);
  expect(await screen.findByRole('alert')).toBeTruthy();
});

test('a fix is shown before it is done, done after a question, and leaves its receipt', async () => {
  const user = userEvent.setup();
  const asked = server();
  asked.answer(fixConsistencies, { at, dryRun: true, asked: 1, done: [{ ...unknown, outcome: 'takenIn' }], ...whole });
  await openOperator(asked, path);
  await user.click(await screen.findByText(en.plan));
  expect(await screen.findByText(en.outcome_takenIn)).toBeTruthy();
  const named = { botIds: [unknown.botId], exchangeAccountIds: [] };
  expect(asked.callsOf(fixConsistencies)[0]?.body).toEqual({ ...named, cancelUnknown: false, dryRun: true });

  asked.answer(fixConsistencies, { at, dryRun: true, asked: 1, done: [{ ...unknown, outcome: 'cancelled' }], ...whole });
  await user.click(screen.getByLabelText(en.cancelUnknown));
  expect(await screen.findByText(en.outcome_cancelled)).toBeTruthy();
  expect(asked.callsOf(fixConsistencies)[1]?.body).toEqual({ ...named, cancelUnknown: true, dryRun: true });

  await user.click(screen.getByText(en.fix));
  expect(await screen.findByText(en.fixTitle)).toBeTruthy();
  expect(asked.callsOf(fixConsistencies)).toHaveLength(2);
  await user.click(within(screen.getByRole('dialog')).getByText(en.fix));
  expect(await screen.findByText(en.receipt)).toBeTruthy();
  expect(asked.callsOf(fixConsistencies)[2]?.body).toEqual({ ...named, cancelUnknown: true });

  asked.answer(listConsistencies, none);
  const looks = asked.callsOf(listConsistencies).length;
  const [again] = screen.getAllByText(en.lookAgain);
  if (again) await user.click(again);
  expect(await screen.findByText(en.none)).toBeTruthy();
  await waitFor(() => expect(asked.callsOf(listConsistencies)).toHaveLength(looks + 1));
});

test('an observer sees what differs, and no way to change it', async () => {
  await openOperator(server(found, 'observer'), path);
  expect(await screen.findByText(en.kind_orderUnknown)).toBeTruthy();
  expect(screen.queryByText(en.plan)).toBeNull();
});

test('every kind and every outcome has its words in both languages', () => {
  for (const words of [en, ja]) {
    for (const kind of inconsistencyKinds) expect(words[`kind_${kind}`]).toBeTruthy();
    for (const outcome of inconsistencyOutcomes) expect(words[`outcome_${outcome}`]).toBeTruthy();
    for (const state of standingStates) expect(words[`state_${state}`]).toBeTruthy();
  }
});
