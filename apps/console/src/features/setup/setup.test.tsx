import { closePages, idOf, refusal } from '@tenbin/app-kit/testing';
import {
  checkApiKeyPrivilegeByBody,
  createBot,
  getBalancesByBody,
  getOwnOrganization,
  getSelf,
  listBotCourses,
  listExchangeAccounts,
  listOwnExchanges,
  updateBot,
  validateAutoRebalanceConfig,
} from '@tenbin/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { expectSpecifiedViews } from '../../testing/expect-specified-views.ts';
import { user as anna, bot, organization, subscription } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.ts';
import { firstStep, pair, rights, setupServer, virtual } from '../../testing/setup-server.ts';
import { setup as words } from '../../words/en/setup.ts';

afterEach(closePages);

test('a name that no bot may have is told as the field is left, and keeps the step from being left', async () => {
  await openConsole(setupServer(), '/bots/new');
  const user = await firstStep('東京');
  expect(await screen.findByText(words.invalidBotName)).toBeTruthy();
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(screen.getByLabelText('Bot name')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Bot name')));
  await user.clear(screen.getByLabelText('Bot name'));
  await user.type(screen.getByLabelText('Bot name'), 'x'.repeat(19));
  expect(await screen.findByText(words.botNameTooLong)).toBeTruthy();
});

test('a name that another bot has keeps the step from being left; a bot’s own does not', async () => {
  const [own, other] = [bot(1, { name: 'Tokyo-1' }), bot(2, { name: 'Kobe-2' })];
  await openConsole(setupServer([own, other]), '/bots/new');
  const user = await firstStep('Kobe-2');
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(words.botNameTaken)).toBeTruthy();
  expect(screen.getByLabelText('Bot name')).toBeTruthy();
  closePages();
  const twin = bot(3, { name: 'Kobe-2' });
  await openConsole(setupServer([own, other, twin]), `/bots/${twin._id}/edit`);
  await screen.findByLabelText('Bot name');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.queryByLabelText('Bot name')).toBeNull());
});

test('exchanges that the plan does not include cannot be chosen, and say why', async () => {
  const server = setupServer();
  const other = { ...virtual, _id: idOf(51), name: 'Other' };
  server.answer(listOwnExchanges, [virtual, other]);
  server.answer(getOwnOrganization, { ...organization, isFree: false });
  const plan = { ...subscription.plan, selectableExchanges: [other._id] };
  server.answer(getSelf, { ...anna, subscription: { ...subscription, plan } });
  await openConsole(server, '/bots/new');
  const options = async () =>
    within(await screen.findByLabelText('Exchange'))
      .getAllByRole('option')
      .map((option) => [option.textContent, (option as HTMLOptionElement).disabled]);
  expect(await options()).toEqual([
    ['Virtual (not in your plan)', true],
    ['Other', false],
  ]);
  expect(screen.getByLabelText('Exchange')).toHaveProperty('value', other._id);
  closePages();
  await openConsole(server, `/bots/new?exchange=${virtual._id}&pairs=BTC%2FUSDT&width=1`, { language: 'ja' });
  expect(await screen.findByText(/ご利用中のプランではこの取引所を選択できません。別の/)).toBeTruthy();
  closePages();
  server.answer(getOwnOrganization, organization);
  await openConsole(server, '/bots/new');
  expect(await options()).toEqual([
    ['Virtual', false],
    ['Other', false],
  ]);
});

test('a key that the exchange refuses says why, and can be asked about again', async () => {
  const server = setupServer();
  let refuses = true;
  server.answer(checkApiKeyPrivilegeByBody, () =>
    refuses ? refusal(400, 'withdrawalRight', { message: 'This key may withdraw.' }) : { success: true, rights },
  );
  await openConsole(server, '/bots/new');
  const user = await firstStep();
  expect(await screen.findByText('This key may withdraw.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText('Please check the API key')).toBeTruthy();
  refuses = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Connected')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Please check the API key')).toBeNull());
});

test('three steps make a bot, with what was entered in them', async () => {
  const server = setupServer();
  server.answer(createBot, () => Response.json({}));
  await openConsole(server, '/bots/new');
  const user = await firstStep();
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('radio', { name: 'BTC, USDT, ETH' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  const width = await screen.findByRole('textbox', { name: 'Order width' });
  await waitFor(() => expect(width).toHaveProperty('value', '0.45'));
  await user.clear(width);
  await user.type(width, '0.3');
  await user.click(screen.getByRole('button', { name: 'Review' }));
  await waitFor(() => expect(width.getAttribute('aria-invalid')).toBe('true'));
  await user.clear(width);
  await user.type(width, '1.5');
  await user.click(screen.getByRole('button', { name: 'Review' }));
  expect(within(await screen.findByRole('dialog')).getByText(/After fees it is about 0\.1625 bp\.$/)).toBeTruthy();
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.create }));
  await waitFor(() => expect(server.callsOf(createBot)).toHaveLength(1));
  expect(server.callsOf(createBot)[0]?.body).toEqual({
    name: 'Osaka-2',
    exchangeId: virtual._id,
    apiKey: 'K1',
    secret: 'S1',
    pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
    delta: 0.0075,
    autoRebalance: false,
    autoActivation: false,
    postOnly: true,
  });
});

test('a key that takes the place of a stored one leads back to the password, and a bot is made with it', async () => {
  const server = setupServer();
  let isAsked = false;
  server.answer(createBot, () => {
    if (isAsked) return Response.json({});
    isAsked = true;
    return refusal(400, 'passwordRequired', { message: 'passwordRequired', error: { password: 'The password is needed' } });
  });
  await openConsole(server, '/bots/new');
  const user = await firstStep();
  await screen.findByText('Connected');
  expect(screen.queryByLabelText(words.password)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('radio', { name: 'BTC, USDT, ETH' }));
  const create = async () => {
    await user.click(screen.getByRole('button', { name: 'Next' }));
    const width = await screen.findByRole('textbox', { name: 'Order width' });
    await waitFor(() => expect(width).toHaveProperty('value', '0.45'));
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.create }));
  };
  await create();
  await user.type(await screen.findByLabelText(words.password), 'Correct1Horse');
  expect(screen.getByText(words.replacesKey)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('radio', { name: 'BTC, USDT, ETH' });
  await create();
  await waitFor(() => expect(server.callsOf(createBot)).toHaveLength(2));
  const [first, second] = server.callsOf(createBot).map(({ body }) => body);
  expect(first).not.toHaveProperty('password');
  expect(second).toEqual({ ...(first as object), password: 'Correct1Horse' });
});

test('a bot that was set to rebalance is changed without it where that is not offered any more', async () => {
  const edited = bot(1, { name: 'Tokyo-1', config: { initialBalance: null, autoRebalance: true } });
  const server = setupServer([edited]);
  server.setBrand({ features: { autoRebalanceByBot: false } });
  server.answer(updateBot, () => Response.json({}));
  await openConsole(server, `/bots/${edited._id}/edit`);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Bot name'), 'b');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.queryByLabelText('Bot name')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('textbox', { name: 'Order width' });
  await user.click(screen.getByRole('button', { name: 'Review' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.save }));
  await waitFor(() => expect(server.callsOf(updateBot)).toHaveLength(1));
  const body = server.callsOf(updateBot)[0]?.body;
  expect(body).toMatchObject({ name: 'Tokyo-1b' });
  expect(body).not.toHaveProperty('autoRebalance');
  expect(server.callsOf(validateAutoRebalanceConfig)).toEqual([]);
});

test('what the server refuses leads back to the step and the field it is about', async () => {
  const edited = bot(1, { name: 'Tokyo-1' });
  const server = setupServer([edited]);
  server.answer(updateBot, () => refusal(400, 'invalidInput', { message: 'Not like that', error: { name: 'That name is taken' } }));
  await openConsole(server, `/bots/${edited._id}/edit`);
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Bot name'), 'b');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.queryByLabelText('Bot name')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('textbox', { name: 'Order width' });
  await user.click(screen.getByRole('button', { name: 'Review' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.save }));
  expect(await screen.findByText('That name is taken')).toBeTruthy();
  expect(screen.getByLabelText('Bot name')).toHaveProperty('value', 'Tokyo-1b');
  expect(server.callsOf(updateBot)[0]?.body).toMatchObject({ name: 'Tokyo-1b', delta: 0.005 });
  expect(server.callsOf(updateBot)[0]?.body).not.toHaveProperty('apiKey');
});

test('a draft waits for the way back, without its secrets in storage', async () => {
  const server = setupServer();
  await openConsole(server, '/bots/new');
  await firstStep('Nagoya-3');
  const stored = () => sessionStorage.getItem(`draft ${anna._id} new`) ?? '';
  await waitFor(() => expect(stored()).toContain('Nagoya-3'));
  expect(stored()).not.toContain('K1');
  expect(stored()).not.toContain('S1');
});

test('after a reload a new bot says that its key has to be entered again, until it is', async () => {
  const draft = { name: 'Nagoya-3', exchangeId: virtual._id, accountId: '', apiKey: '', secret: '', passPhrase: '', password: '' };
  sessionStorage.setItem(`draft ${anna._id} new`, JSON.stringify({ draft, isKeyLost: true }));
  await openConsole(setupServer(), '/bots/new?step=2');
  expect(await screen.findByText(words.keyLost)).toBeTruthy();
  expect(screen.getByLabelText('Bot name')).toHaveProperty('value', 'Nagoya-3');
  await userEvent.type(screen.getByLabelText('API key'), 'K1');
  expect(screen.queryByText(words.keyLost)).toBeNull();
});

test('where the wallet can serve one combination alone, it is chosen already', async () => {
  const server = setupServer();
  const xrp = ['XRP/USDT', 'XRP/BTC'].map(pair);
  server.answer(listOwnExchanges, [{ ...virtual, availableCurrencyPairs: [...virtual.availableCurrencyPairs, ...xrp] }]);
  const holding = (currency: string) => ({ currency, free: '1', locked: '0', total: '1', usd: 100 });
  server.answer(getBalancesByBody, ['BTC', 'USDT', 'XRP'].map(holding));
  await openConsole(server, '/bots/new');
  await secondStep();
  expect(await screen.findByRole('radio', { name: 'BTC, USDT, XRP', checked: true })).toBeTruthy();
});

test('each step has its address, and going back leads to the step before', async () => {
  await openConsole(setupServer(), '/bots/new');
  const user = await firstStep();
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('radio', { name: 'BTC, USDT, ETH' });
  expect(location.search).toBe('?step=2');
  await user.click(screen.getByRole('radio', { name: 'BTC, USDT, ETH' }));
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByRole('textbox', { name: 'Order width' });
  expect(location.search).toBe('?step=3');
  act(() => history.back());
  await screen.findByRole('radio', { name: 'BTC, USDT, ETH', checked: true });
  act(() => history.back());
  expect(await screen.findByLabelText('Bot name')).toHaveProperty('value', 'Osaka-2');
  expect(location.search).toBe('');
});

test('an address of a later step leads to the first one that lacks something', async () => {
  await openConsole(setupServer(), '/bots/new?step=3');
  await screen.findByLabelText('Bot name');
  await waitFor(() => expect(location.search).toBe(''));
});

test('what was tried out is set up: its pairs and its width are there', async () => {
  await openConsole(setupServer(), `/bots/new?exchange=${virtual._id}&pairs=BTC%2FUSDT%2CETH%2FUSDT%2CETH%2FBTC&width=%220.8%22`);
  const user = await secondStep();
  expect(await screen.findByRole('radio', { name: 'BTC, USDT, ETH', checked: true })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByRole('textbox', { name: 'Order width' })).toHaveProperty('value', '0.8');
  expect(await screen.findByRole('region', { name: 'Simulate this order width on past prices' })).toBeTruthy();
  expect(screen.getAllByRole('slider')).toHaveLength(1);
});

test('a bot that is edited has all it needs for each step', async () => {
  const edited = bot(1, { name: 'Tokyo-1' });
  await openConsole(setupServer([edited]), `/bots/${edited._id}/edit?step=3`);
  expect(await screen.findByRole('textbox', { name: 'Order width' })).toHaveProperty('value', '1');
  expect(location.search).toBe('?step=3');
});

/** From step 1 to the next. */
async function secondStep() {
  const user = await firstStep();
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  return user;
}
const withCot = ['COT/USDT', 'COT/BTC'].map(pair);
const course = {
  _id: idOf(70),
  type: 'basic' as const,
  title: 'Calm',
  description: 'Wide orders.',
  pairs: ['BTC/USDT', 'ETH/USDT'],
  delta: 0.0125,
  backTest: {
    annualRate: 12.34,
    basisPoint: 3.21,
    executionCount: 45,
    from: '2026-01-01T00:00:00.000Z',
    to: '2026-01-31T00:00:00.000Z',
  },
  organizationId: organization._id,
};

describe('easyBotSetup', () => {
  test('on: courses come first with their back-test, bring pairs and width, and the bot is made from one', async () => {
    const server = setupServer();
    server.setBrand({ features: { easyBotSetup: true } });
    server.answer(listOwnExchanges, [{ ...virtual, timeScale: 60 }]);
    server.answer(listBotCourses, [course, { ...course, _id: idOf(71), type: 'challenge', title: 'Bold', pairs: ['XRP/USDT', 'XRP/BTC'] }]);
    server.answer(createBot, () => Response.json({}));
    await openConsole(server, '/bots/new');
    const user = await secondStep();
    expect(screen.getByText('Choose a course')).toBeTruthy();
    const calm = await screen.findByRole('radio', { name: 'Calm' });
    expect(screen.queryByRole('radio', { name: 'Bold' })).toBeNull();
    expect(screen.getByText('12.34')).toBeTruthy();
    expect(screen.getByText('+3.2100')).toBeTruthy();
    expect(screen.getByText(/^Backtest from 2026-01-01 to 2026-01-31.* 60 times faster/)).toBeTruthy();
    await user.click(calm);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByRole('textbox', { name: 'Order width' })).toHaveProperty('value', '2.5');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.create }));
    await waitFor(() => expect(server.callsOf(createBot)).toHaveLength(1));
    expect(server.callsOf(createBot)[0]?.body).toMatchObject({ botCourseId: course._id, pairs: course.pairs, delta: 0.0125 });
  });

  test('on: pairs chosen by hand take the course back', async () => {
    const server = setupServer();
    server.setBrand({ features: { easyBotSetup: true } });
    server.answer(listBotCourses, [course]);
    await openConsole(server, '/bots/new');
    const user = await secondStep();
    await user.click(await screen.findByRole('radio', { name: 'Calm' }));
    await user.click(screen.getByText(words.byHand));
    await user.click(screen.getByRole('checkbox', { name: 'ETH/BTC' }));
    expect(screen.getByRole('radio', { name: 'Calm' })).toHaveProperty('checked', false);
  });

  test('off: no course is asked for', async () => {
    const server = setupServer();
    await openConsole(server, '/bots/new');
    await secondStep();
    await screen.findByRole('radiogroup', { name: words.combinations });
    expect(screen.queryByRole('radiogroup', { name: words.courses })).toBeNull();
    expect(server.callsOf(listBotCourses)).toEqual([]);
  });
});

describe('requiredCot', () => {
  test.each([
    ['on', true],
    ['off', false],
  ])('%s: combinations without COT are left out or offered', async (_, requiredCot) => {
    const server = setupServer();
    server.setBrand({ features: { requiredCot } });
    server.answer(listOwnExchanges, [{ ...virtual, availableCurrencyPairs: [...virtual.availableCurrencyPairs, ...withCot] }]);
    await openConsole(server, '/bots/new');
    await secondStep();
    const names = (await screen.findAllByRole('radio')).map((radio) => radio.getAttribute('aria-label') ?? '');
    expect(names.some((name) => name.includes('COT'))).toBe(true);
    expect(names.every((name) => name.includes('COT'))).toBe(requiredCot);
  });
});

test('a bot that is edited may go over to another connected account, with the password', async () => {
  const edited = bot(1, { name: 'Tokyo-1' });
  const server = setupServer([edited]);
  const account = (number: number, bots: { _id: string; name: string }[]) => ({
    _id: idOf(70 + number),
    exchange: { _id: virtual._id, name: virtual.name },
    apiKey: `TAI${number}`,
    connectedAt: '2026-01-01T00:00:00.000Z',
    bots,
  });
  server.answer(listExchangeAccounts, [account(1, [{ _id: edited._id, name: edited.name }]), account(2, [])]);
  server.answer(updateBot, { bot: edited, suggestedBalance: [], warnings: [] });
  await openConsole(server, `/bots/${edited._id}/edit`);
  const user = userEvent.setup();
  const choice = await screen.findByLabelText('Exchange account');
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['The account of this bot', 'Connected: key ending in TAI2']);
  await user.selectOptions(choice, 'Connected: key ending in TAI2');
  await screen.findByText('Connected');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(await screen.findByText(words.passwordRequired)).toBeTruthy();
  await user.type(screen.getByLabelText(words.password), 'Correct-Horse-1');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(screen.queryByLabelText('Bot name')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await user.click(await screen.findByRole('button', { name: words.confirm }));
  await user.click(await screen.findByRole('button', { name: words.save }));
  await waitFor(() =>
    expect(server.callsOf(updateBot)[0]?.body).toMatchObject({ exchangeAccountId: idOf(72), password: 'Correct-Horse-1' }),
  );
});

test('the screens and messages that it stands for were shown', expectSpecifiedViews);
