import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import { listOfferedFeatures, listOfferedOptions, listOfferedPlans, updateOfferedPlan } from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, serverFor } from '../../testing/open-operator.ts';
import { platform as en } from '../../words/en/platform.ts';

afterEach(closePages);

const plan = { _id: idOf(20), name: 'BASIC', monthlyPrice: 50_000, pricePerUser: 300, basisPoints: '1.5', features: [] } as const;
const saveBasic = `Save: ${en.plan_BASIC}`;

function serverWith(role: 'operator' | 'observer' = 'operator') {
  const server = serverFor(role);
  server.answer(listOfferedPlans, [{ ...plan, features: [] }]);
  server.answer(listOfferedOptions, [{ _id: idOf(21), name: 'TROLL_BOX', monthlyPrice: 1000 }]);
  server.answer(listOfferedFeatures, [{ _id: idOf(22), name: 'FREE_CAMPAIGN', monthlyPrice: 2000 }]);
  return server;
}

test('plans, options and features stand with their prices, and a changed one is saved', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(updateOfferedPlan, { ...plan, features: [], monthlyPrice: 60_000 });
  await openOperator(server, '/offer');
  await screen.findByText(en.featureFREE_CAMPAIGN);
  await screen.findByText(en.optionTROLL_BOX);
  const basic = within(await screen.findByLabelText(en.plan_BASIC));
  const price = basic.getByLabelText(en.monthlyPrice);
  expect(price).toHaveProperty('value', '50000');
  await user.clear(price);
  await user.type(price, '６０,０００');
  await user.click(screen.getByLabelText(saveBasic));
  expect(await screen.findByText(en.saved)).toBeTruthy();
  expect(server.callsOf(updateOfferedPlan)[0]).toMatchObject({
    params: { id: plan._id },
    body: { monthlyPrice: 60_000, pricePerUser: 300, basisPoints: '1.5' },
  });
});

test('what is no price is not sent', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  await openOperator(server, '/offer');
  const price = within(await screen.findByLabelText(en.plan_BASIC)).getByLabelText(en.monthlyPrice);
  await user.clear(price);
  await user.type(price, 'much');
  await user.click(screen.getByLabelText(saveBasic));
  await waitFor(() => expect(price.getAttribute('aria-invalid')).toBe('true'));
  expect(server.callsOf(updateOfferedPlan)).toEqual([]);
});

test('an observer saves nothing', async () => {
  await openOperator(serverWith('observer'), '/offer');
  await screen.findByLabelText(en.plan_BASIC);
  expect(screen.queryByLabelText(saveBasic)).toBeNull();
});

test('while it is read the page says so, where it cannot be read too, and what is not offered is not there', async () => {
  const lists = [listOfferedPlans, listOfferedOptions, listOfferedFeatures] as const;
  const waiting = serverWith();
  for (const list of lists) waiting.answer(list, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/offer');
  expect(await screen.findByText(en.offer, { selector: 'h1' })).toBeTruthy();
  expect(screen.queryByLabelText(en.plan_BASIC)).toBeNull();
  closePages();
  const failing = serverWith();
  for (const list of lists) failing.answer(list, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/offer');
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThanOrEqual(lists.length));
  closePages();
  const empty = serverWith();
  empty.answer(listOfferedPlans, []);
  await openOperator(empty, '/offer');
  expect(await screen.findByText(en.optionTROLL_BOX)).toBeTruthy();
  expect(screen.queryByLabelText(en.plan_BASIC)).toBeNull();
});
