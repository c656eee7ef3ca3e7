/** What a brand's flags do to screens, on and off. Set-up's own stand with set-up. */
import { closePages, idOf } from '@tenbin/app-kit/testing';
import {
  countPayments,
  createUser,
  getAffiliateCode,
  getOwnOrganization,
  getSelf,
  listAvailablePlans,
  listOwnExchanges,
  listPayments,
  listReferrals,
} from '@tenbin/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../testing/expect-specified-views.ts';
import { user as anna, bot, organization } from '../testing/fixtures.ts';
import { openConsole, serverWith } from '../testing/open-console.ts';

afterEach(closePages);

const legal = '/legal/terms-of-service';
const brandLinks = { privacyPolicy: legal, termsOfService: legal, specifiedCommercialTransactionAct: legal, affiliate: null, lp: null };

const navigation = () => screen.findByRole('navigation', { name: 'Navigation' });

describe('affiliate', () => {
  test('on: the page shows code, address, and what became of those who came', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { affiliate: true } });
    server.answer(getAffiliateCode, { code: 'ABCD2345', url: 'https://tenbin.example/r/ABCD2345' });
    server.answer(listReferrals, {
      counts: { signedUp: 2, verified: 1, paid: 1, running: 1 },
      referrals: [
        { signedUpAt: '2026-01-02T00:00:00.000Z', state: 'signedUp' },
        { signedUpAt: '2026-01-01T00:00:00.000Z', state: 'running' },
      ],
    });
    await openConsole(server, '/');
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Affiliate' }));
    expect(await screen.findByText('ABCD2345')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'https://tenbin.example/r/ABCD2345' })).toBeTruthy();
    const rows = within(await screen.findByRole('table', { name: 'Your referrals' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('State'),
      expect.stringContaining('Signed up'),
      expect.stringContaining('Running a bot'),
    ]);
  });

  test('off: nothing leads there, unless the brand has a page of its own for it', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { affiliate: false } });
    await openConsole(server, '/affiliate');
    expect(await screen.findByText('There is no affiliate programme here.')).toBeTruthy();
    expect(within(await navigation()).queryByText('Affiliate')).toBeNull();
    await closePages();
    server.setBrand({ features: { affiliate: false }, links: { ...brandLinks, affiliate: 'https://partners.example/' } });
    await openConsole(server, '/');
    const link = within(await navigation()).getByRole('link', { name: /Affiliate/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['https://partners.example/', '_blank']);
  });

  test('on: the code of the address is in the form, and goes along', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { affiliate: true }, enableAffiliateCode: true });
    server.answer(createUser, () =>
      Response.json(
        {
          statusCode: 400,
          code: 'invalidReferralCode',
          message: 'This invitation code cannot be used',
          error: { referralCode: 'This invitation code cannot be used' },
        },
        { status: 400 },
      ),
    );
    await openConsole(server, '/sign-up?code=ABCD2345', { signedOut: true });
    const field = await screen.findByLabelText('Invitation code');
    expect(field).toHaveProperty('value', 'ABCD2345');
    const user = userEvent.setup();
    await user.type(screen.getByLabelText('E-mail address'), 'new@example.org');
    await user.type(screen.getByLabelText('Password'), 'Correct1Horse');
    await user.type(screen.getByLabelText('Password (again)'), 'Correct1Horse');
    await user.clear(field);
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findByText('An invitation code is required.')).toBeTruthy();
    await user.type(field, 'WRONG234');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    expect(await screen.findAllByText('This invitation code cannot be used')).not.toEqual([]);
    expect(server.callsOf(createUser)).toMatchObject([{ body: { referralCode: 'WRONG234' } }]);
  });

  test('off: no code is asked for', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { affiliate: false } });
    await openConsole(server, '/sign-up?code=ABCD2345', { signedOut: true });
    expect(await screen.findByLabelText('E-mail address')).toBeTruthy();
    expect(screen.queryByLabelText(/Invitation code/)).toBeNull();
  });

  test('on: where it is not required a code may be typed, and left out', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { affiliate: true }, enableAffiliateCode: false });
    server.answer(createUser, () => Response.json({ statusCode: 429, code: 'tooManyRequests', message: 'Later' }, { status: 429 }));
    await openConsole(server, '/sign-up', { signedOut: true });
    const user = userEvent.setup();
    await user.type(await screen.findByLabelText('E-mail address'), 'new@example.org');
    await user.type(screen.getByLabelText('Password'), 'Correct1Horse');
    await user.type(screen.getByLabelText('Password (again)'), 'Correct1Horse');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(server.callsOf(createUser)).toHaveLength(1));
    await user.type(screen.getByLabelText('Invitation code (optional)'), 'ABCD2345');
    await user.click(screen.getByRole('button', { name: 'Create account' }));
    await waitFor(() => expect(server.callsOf(createUser)).toHaveLength(2));
    const [left, typed] = server.callsOf(createUser);
    expect(left?.body).not.toHaveProperty('referralCode');
    expect(typed?.body).toMatchObject({ referralCode: 'ABCD2345' });
  });

  test('an account for referrals only is told so, and cannot set up a bot', async () => {
    const server = serverWith([]);
    server.answer(getSelf, { ...anna, isAffiliate: true });
    await openConsole(server, '/affiliate');
    expect(await screen.findByText('This account is for referrals only and cannot run bots.')).toBeTruthy();
    await closePages();
    await openConsole(server, '/bots/new');
    expect(await screen.findByRole('alertdialog', { name: 'For referrals only' })).toBeTruthy();
  });
});

describe('signUp', () => {
  test.each([
    ['on', true],
    ['off', false],
  ])('%s: a way to sign up is there or is not', async (_, signUp) => {
    const server = serverWith([]);
    server.setBrand({ features: { signUp } });
    await openConsole(server, '/login', { signedOut: true });
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByRole('link', { name: 'Sign up' }) !== null).toBe(signUp);
    await closePages();
    await openConsole(server, '/sign-up', { signedOut: true });
    expect(
      await (signUp ? screen.findByRole('button', { name: 'Create account' }) : screen.findByRole('link', { name: 'Log in' })),
    ).toBeTruthy();
    expect(screen.queryByLabelText('Password') !== null).toBe(signUp);
  });
});

describe('autoRebalanceByBot', () => {
  test.each([
    ['on', true],
    ['off', false],
  ])('%s: a rebalance is offered or is not', async (_, autoRebalanceByBot) => {
    const own = bot(1);
    const server = serverWith([own]);
    server.setBrand({ features: { autoRebalanceByBot } });
    await openConsole(server, `/bots/${own._id}`);
    await screen.findByRole('heading', { level: 1 });
    await screen.findAllByRole('button', { name: /Start/ });
    await waitFor(() => expect(screen.queryAllByRole('button', { name: /rebalance/i }).length > 0).toBe(autoRebalanceByBot));
  });
});

describe('paypal', () => {
  test('on: plans are chosen on the plan page', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { paypal: true } });
    server.answer(getOwnOrganization, { ...organization, isFree: false });
    server.answer(getSelf, { ...anna, isPaid: false });
    server.answer(listAvailablePlans, []);
    server.answer(listPayments, []);
    server.answer(countPayments, { count: 0 });
    await openConsole(server, '/');
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Plan management' }));
    expect(await screen.findByText('There are no plans to choose yet')).toBeTruthy();
  });

  test('off: the plan page says whom to ask', async () => {
    const server = serverWith([]);
    server.setBrand({ features: { paypal: false } });
    server.answer(getOwnOrganization, { ...organization, isFree: false, contactEmail: 'help@tenbin.example' });
    server.answer(getSelf, { ...anna, isPaid: false });
    await openConsole(server, '/');
    await userEvent.click(within(await navigation()).getByRole('link', { name: 'Plan management' }));
    expect(await screen.findByText('You have no plan yet.')).toBeTruthy();
    expect(screen.getByText(/please ask Tenbin/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'help@tenbin.example' }).getAttribute('href')).toBe('mailto:help@tenbin.example');
  });
});

describe('checkBtcBalance', () => {
  const own = bot(1, { active: false, state: 'stopped' });
  const minimum = /at least 0\.25 BTC/;
  test('on: the minimum is said in step 1 of set-up, and where a bot is started', async () => {
    const server = serverWith([own]);
    server.answer(getOwnOrganization, { ...organization, minimumBtcBalance: '0.25' });
    server.answer(listOwnExchanges, [
      { _id: idOf(50), name: 'Virtual', requiresPassphrase: false, timeScale: 1, availableCurrencyPairs: [] },
    ]);
    await openConsole(server, '/bots/new');
    expect(await screen.findByText(minimum)).toBeTruthy();
    await closePages();
    await openConsole(server, '/bots/');
    await userEvent.click(await screen.findByRole('button', { name: /^Start/ }));
    expect(await within(await screen.findByRole('dialog')).findByText(minimum)).toBeTruthy();
  });

  test('off: nothing is said of one', async () => {
    const server = serverWith([own]);
    await openConsole(server, '/bots/');
    await userEvent.click(await screen.findByRole('button', { name: /^Start/ }));
    expect(within(await screen.findByRole('dialog')).queryByText(minimum)).toBeNull();
  });
});

describe('staging', () => {
  test.each([
    ['on', true],
    ['off', false],
  ])('%s: every page says so or does not', async (_, staging) => {
    const server = serverWith([]);
    server.setBrand({ features: { staging } });
    for (const [path, signedOut] of [
      ['/', false],
      ['/login', true],
    ] as const) {
      await openConsole(server, path, { signedOut });
      await screen.findByRole(signedOut ? 'button' : 'navigation', { name: signedOut ? 'Log in' : 'Navigation' });
      expect(screen.queryByRole('complementary', { name: 'Staging' }) !== null).toBe(staging);
      await closePages();
    }
  });
});

test('the logo before the login leads to the brand’s own front page, where there is one', async () => {
  const server = serverWith([]);
  for (const lp of [null, 'https://tenbin.example/']) {
    server.setBrand({ links: { ...brandLinks, lp } });
    await openConsole(server, '/login', { signedOut: true });
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByRole('link', { name: 'Tenbin' })?.getAttribute('href') ?? null).toBe(lp);
    await closePages();
  }
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
