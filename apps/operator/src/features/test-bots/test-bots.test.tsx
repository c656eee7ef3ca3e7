import { closePages, refusal } from '@tenbin/app-kit/testing';
import {
  getHealth,
  getTestBotFigures,
  listTestBots,
  makeTestBots,
  removeTestBots,
  startTestBots,
  stopTestBots,
  type TestBotFigures,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, serverFor } from '../../testing/open-operator.ts';
import { platformBot } from '../../testing/platform-bot.ts';
import { testBots as en } from '../../words/en/test-bots.ts';

afterEach(closePages);

const none: TestBotFigures = { isPossible: true, total: 0, busy: 0, byState: [] };

function server(figures: TestBotFigures, role: 'operator' | 'observer' = 'operator') {
  const made = serverFor(role);
  made.answer(getTestBotFigures, figures);
  made.answer(listTestBots, []);
  made.answer(getHealth, () => refusal(400, 'invalidInput'));
  return made;
}

test('so many are made as were typed', async () => {
  const user = userEvent.setup();
  const asked = server(none);
  asked.answer(makeTestBots, { made: 40, total: 40 });
  await openOperator(asked, '/test-bots');
  expect(await screen.findByText(en.none)).toBeTruthy();
  const field = screen.getByLabelText(en.howMany);
  await user.clear(field);
  await user.type(field, '40');
  await user.click(screen.getByRole('button', { name: en.make }));
  expect(await screen.findByText('40 made; there are 40 now.')).toBeTruthy();
  expect(asked.callsOf(makeTestBots)[0]?.params).toEqual({ num: '40' });
});

test('they are started, stopped and removed, each after a question', async () => {
  const user = userEvent.setup();
  const figures: TestBotFigures = { isPossible: true, total: 30, busy: 0, byState: [{ state: 'stopped', count: 30 }] };
  const asked = server(figures);
  asked.answer(startTestBots, { success: true, count: 30 });
  asked.answer(stopTestBots, { success: true, count: 30 });
  asked.answer(removeTestBots, { success: true, count: 30 });
  /** What may be done follows from the figures, which are read again after each act. */
  const clickOnceOpen = async (name: string) => {
    await waitFor(() => expect(screen.getByText(name)).toHaveProperty('disabled', false));
    await user.click(screen.getByText(name));
  };
  await openOperator(asked, '/test-bots');
  await user.click(await screen.findByText(en.start));
  expect(asked.callsOf(startTestBots)).toEqual([]);
  asked.answer(getTestBotFigures, { ...figures, busy: 30, byState: [{ state: 'running', count: 30 }] });
  await user.click(within(await screen.findByRole('dialog')).getByText(en.start));
  expect(await screen.findByText('30 are starting.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  asked.answer(getTestBotFigures, figures);
  await clickOnceOpen(en.stop);
  await user.click(within(await screen.findByRole('dialog')).getByText(en.stop));
  expect(await screen.findByText('30 are stopping.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  asked.answer(getTestBotFigures, none);
  await clickOnceOpen(en.remove);
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(en.removeHelp)).toBeTruthy();
  await user.click(dialog.getByText(en.remove));
  expect(await screen.findByText('30 were removed.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText(en.remove)).toBeNull());
});

test('what cannot be done with them now says why', async () => {
  await openOperator(server({ isPossible: true, total: 30, busy: 0, byState: [{ state: 'stopped', count: 30 }] }), '/test-bots');
  expect(await screen.findByRole('button', { name: en.stop, description: en.noneRuns })).toHaveProperty('disabled', true);
  closePages();
  await openOperator(server({ isPossible: true, total: 30, busy: 30, byState: [{ state: 'running', count: 30 }] }), '/test-bots');
  expect(await screen.findByRole('button', { name: en.start, description: en.allRun })).toHaveProperty('disabled', true);
  const why = en.whileRunning.replace('{{busy}}', '30');
  expect(screen.getByRole('button', { name: en.remove, description: why })).toHaveProperty('disabled', true);
});

test('where there is no virtual exchange the page says so, and offers nothing to make', async () => {
  await openOperator(server({ ...none, isPossible: false }), '/test-bots');
  expect(await screen.findByText(en.notPossible)).toBeTruthy();
  expect(screen.queryByLabelText(en.howMany)).toBeNull();
});

test('each figure of a bot has its name beside it where the table is narrow', async () => {
  const asked = server({ isPossible: true, total: 1, busy: 1, byState: [{ state: 'running', count: 1 }] });
  asked.answer(listTestBots, [{ ...platformBot, executionCount: 3 }]);
  await openOperator(asked, '/test-bots');
  const row = within(await screen.findByRole('row', { name: new RegExp(platformBot.name) }));
  const named = row.getAllByRole('cell').map((cell) => [cell.dataset.column, cell.textContent]);
  expect(named).toEqual([
    [en.fills, '3'],
    [en.openOrders, '6'],
    [en.state, en.running],
  ]);
});

test('an observer sees them and no way to change them', async () => {
  await openOperator(server({ isPossible: true, total: 2, busy: 0, byState: [{ state: 'stopped', count: 2 }] }, 'observer'), '/test-bots');
  expect(await screen.findByText(en.newest)).toBeTruthy();
  for (const name of [en.start, en.stop, en.remove, en.make]) expect(screen.queryByText(name)).toBeNull();
});

test('while they are read the page says so, and where they cannot be read too', async () => {
  const waiting = server(none);
  waiting.answer(getTestBotFigures, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/test-bots');
  expect(await screen.findByText(en.testBots, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByText(en.newest)).toBeNull();
  closePages();
  const failing = server(none);
  failing.answer(getTestBotFigures, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/test-bots');
  expect(await screen.findByRole('alert')).toBeTruthy();
});
