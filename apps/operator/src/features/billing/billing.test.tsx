import { closePages, refusal } from '@tenbin/app-kit/testing';
import { getBillIssuer, listUsdRates, setBillIssuer, setUsdRate } from '@tenbin/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { openOperator, serverFor } from '../../testing/open-operator.ts';
import { platform as en } from '../../words/en/platform.ts';

afterEach(closePages);

const issuer = { name: 'Tenbin K.K.', address: '1-1 Chiyoda', registrationNumber: 'T1234567890123' };
const rate = { month: '2026/01', yenPerUsd: '150.25', source: 'A bank', date: '2026-01-31' };

function serverWith(role: 'operator' | 'observer' = 'operator') {
  const server = serverFor(role);
  server.answer(getBillIssuer, { issuer });
  server.answer(listUsdRates, [rate]);
  return server;
}

test('the issuer and the rates stand as they are stored', async () => {
  await openOperator(serverWith(), '/billing');
  expect(await screen.findByDisplayValue(issuer.registrationNumber)).toBeTruthy();
  for (const cell of [rate.month, rate.source, rate.date, '¥150.25']) expect(await screen.findByText(cell)).toBeTruthy();
});

test('another issuer and the rate of a month are stored as they were typed', async () => {
  const user = userEvent.setup();
  const server = serverWith();
  server.answer(setBillIssuer, { issuer: { ...issuer, name: 'Hakari K.K.' } });
  server.answer(setUsdRate, rate);
  await openOperator(server, '/billing');
  const name = await screen.findByDisplayValue(issuer.name);
  await user.clear(name);
  await user.type(name, 'Hakari K.K.');
  await user.click(screen.getByText(en.save));
  await waitFor(() => expect(server.callsOf(setBillIssuer)[0]?.body).toEqual({ ...issuer, name: 'Hakari K.K.' }));
  await user.type(screen.getByLabelText(en.yenPerUsd), '149.5');
  await user.type(screen.getByLabelText(en.rateSource), 'Another bank');
  await user.click(screen.getByText(en.store));
  await waitFor(() => expect(server.callsOf(setUsdRate)[0]?.body).toMatchObject({ yenPerUsd: '149.5', source: 'Another bank' }));
});

test('without rates the page says what they are for', async () => {
  const server = serverWith();
  server.answer(listUsdRates, []);
  server.answer(getBillIssuer, { issuer: null });
  await openOperator(server, '/billing');
  expect(await screen.findByText(en.noRatesHelp)).toBeTruthy();
  expect(await screen.findByLabelText(en.issuerName)).toHaveProperty('value', '');
});

test('an observer sees them and no way to change them', async () => {
  await openOperator(serverWith('observer'), '/billing');
  await screen.findByDisplayValue(issuer.name);
  for (const act of [en.save, en.store]) expect(screen.queryByText(act)).toBeNull();
});

test('while they are read the page says so, and where they cannot be read too', async () => {
  const waiting = serverWith();
  waiting.answer(getBillIssuer, () => new Promise<never>(() => {}));
  waiting.answer(listUsdRates, () => new Promise<never>(() => {}));
  await openOperator(waiting, '/billing');
  expect(await screen.findByText(en.billing, { selector: 'h1' })).toBeTruthy();
  for (const missing of [en.noRates, en.issuerName]) expect(screen.queryByText(missing)).toBeNull();
  closePages();
  const failing = serverWith();
  failing.answer(getBillIssuer, () => refusal(400, 'invalidInput'));
  failing.answer(listUsdRates, () => refusal(400, 'invalidInput'));
  await openOperator(failing, '/billing');
  await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThanOrEqual(2));
});
