/** Virtual accounts that differ from what their orders and movements say, and the platform's wallet from all of them. */
import { clientOrderIdOf, give, holdInstead, newLedger, noteWallet } from '@tenbin/bots';
import { platformOrganizationId } from '@tenbin/db';
import type { OrderRequest } from '@tenbin/exchange';
import { buildExchangeAccount, orderWrite } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { consistencyStage, longMs, pairs, taking, told } from '../../testing/consistency-stage.ts';

const stage = consistencyStage();
const { connectWith, fix, inject, later, list, newestAccountId } = stage;

test('money that came to an exchange account of the platform by no order is booked to what is left of it', async () => {
  const exchangeName = stage.server.exchange.name;
  const credentials = await stage.server.venue.trial.createAccount({ balances: { USDT: '100000' } });
  const ofVenue = await newestAccountId();
  const operate = (method: string, path: string, body?: object) =>
    stage.server.call(method, `/ango-ya${path}`, { key: stage.key, surface: 'operator', body });
  expect((await operate('POST', '/virtual-accounts/create', { exchangeName, name: 'first', credentials })).status).toBe(201);
  const ofWallet = async () =>
    (await operate('GET', '/bots/consistencies')).body.differences.filter(({ kind }: { kind: string }) => kind === 'virtualAccountDiffers');
  expect(await ofWallet()).toEqual([]);
  inject({ type: 'changeBalance', account: ofVenue, currency: 'USDT', amount: '-250' });
  const expected = { botId: null, currency: 'USDT', expected: { amount: '100000' }, found: { amount: '99750' } };
  expect(await ofWallet()).toMatchObject([expected]);
  const doneOf = async (body: object) =>
    (await operate('PUT', '/bots/consistencies/fix', body)).body.done.filter(
      ({ kind }: { kind: string }) => kind === 'virtualAccountDiffers',
    );
  expect(await doneOf({ dryRun: true })).toMatchObject([{ ...expected, outcome: 'bookedToRest' }]);
  expect(await ofWallet()).toMatchObject([expected]);
  expect(await doneOf({})).toMatchObject([{ ...expected, outcome: 'bookedToRest' }]);
  expect(await ofWallet()).toEqual([]);
  expect(await doneOf({})).toEqual([]);
  const { body } = await operate('GET', `/virtual-accounts/real-balance?${new URLSearchParams({ exchangeName, name: 'first' })}`);
  expect(body.balances.USDT).toMatchObject({ wallet: '99750', rest: '99750', difference: '0' });
});

test('what a virtual account holds for an order that is over is free again, and its balance is what its movements add up to', async () => {
  const platform = stage.server.database.forOrganization(platformOrganizationId);
  const { key: ofVenue, secret } = stage.server.venue.createAccount({ balances: {} });
  const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: stage.server.exchange.id };
  const { id: exchangeAccountId } = await buildExchangeAccount(stage.server.database, owner, { apiKey: ofVenue, secret });
  const { id } = await platform.virtualAccounts.create({ exchangeAccountId, name: 'held' });
  const strategy = { kind: 'balancing', pairs, delta: 0.01 } as const;
  const given = { userId: null, exchangeAccountId, virtualAccountId: id, name: 'b', type: 'MANUAL', postOnly: true, strategy } as const;
  const { id: botId, botNumber } = await platform.bots.create(given);
  const ledger = newLedger({ BTC: '0', ETH: '0', USDT: '0' });
  await platform.journal.record({ botId, epoch: 0 }, { phase: { kind: 'running', since: new Date() }, ledger });
  const order = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.001' } as const;
  await platform.virtualAccounts.change(exchangeAccountId, [id], { by: null }, (books) =>
    holdInstead(books, id, { [clientOrderIdOf(botNumber, 7)]: order }),
  );
  later(longMs);
  const mend = async (named: object) => told((await fix(named)).done);
  const named = { botIds: [botId] };
  expect((await fix({ ...named, dryRun: true })).done).toMatchObject([
    { kind: 'holdDiffers', currency: 'USDT', expected: { amount: '0' }, found: { amount: '50' }, outcome: 'corrected' },
  ]);
  expect(await mend(named)).toEqual(['holdDiffers corrected']);
  expect(await mend(named)).toEqual([]);
  expect((await platform.virtualAccounts.findById(id))?.holds).toEqual({});
  await platform.ledgers.correct(id, { USDT: '5' });
  const whole = { botIds: [], exchangeAccountIds: [exchangeAccountId] };
  expect(await mend(whole)).toEqual(['bookDiffers corrected']);
  expect(await mend(whole)).toEqual([]);
  expect((await platform.virtualAccounts.findById(id))?.balances).toEqual({});
});

/** One of the platform's own, on a virtual account that may spend what its exchange account has. */
async function buildVirtualBot() {
  const platform = stage.server.database.forOrganization(platformOrganizationId);
  const made = stage.server.venue.createAccount();
  const ofVenue = await newestAccountId();
  const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: stage.server.exchange.id };
  const { id: exchangeAccountId } = await buildExchangeAccount(stage.server.database, owner, { apiKey: made.key, secret: made.secret });
  const { id } = await platform.virtualAccounts.create({ exchangeAccountId, name: 'own' });
  const change = (work: Parameters<typeof platform.virtualAccounts.change>[3]) =>
    platform.virtualAccounts.change(exchangeAccountId, [id], { by: null }, work);
  await change((books) => noteWallet(books, { currency: 'USDT', amount: '1000' }));
  await change((books) => give(books, id, { currency: 'USDT', amount: '1000' }));
  const strategy = { kind: 'balancing', pairs, delta: 0.01 } as const;
  const given = { userId: null, exchangeAccountId, virtualAccountId: id, name: 'b', type: 'MANUAL', postOnly: true, strategy } as const;
  const { id: botId, botNumber } = await platform.bots.create(given);
  await platform.bots.setActive(null, botId, { active: true, by: stage.trader.id, at: stage.server.clock.now() });
  const record = (step: Parameters<typeof platform.journal.record>[1]) => platform.journal.record({ botId, epoch: 0 }, step);
  await record({ phase: { kind: 'running', since: new Date() }, ledger: newLedger({ BTC: '0', ETH: '0', USDT: '1000' }) });
  const clientOrderId = clientOrderIdOf(botNumber, 7);
  /** Sent and stored; more is held for it than it may spend. */
  const place = async (terms: Omit<OrderRequest, 'clientOrderId'>) => {
    const order = { ...terms, clientOrderId, sequence: 7, sentAt: new Date() };
    await record({ orders: [orderWrite(order)] });
    const its = await connectWith(made);
    const { exchangeOrderId } = await its.account.placeOrder({ clientOrderId, ...terms });
    const fills = await its.account.fetchFills('BTC/USDT', { exchangeOrderId });
    await its.close();
    const open = { ...order, state: 'open', exchangeOrderId } as const;
    await record({ orders: [orderWrite(open)] });
    return { open, fills };
  };
  const holdMore = (terms: Omit<OrderRequest, 'clientOrderId'>) =>
    change((books) => holdInstead(books, id, { [clientOrderId]: { ...terms, amount: '0.002' } }));
  const holds = async () => (await platform.virtualAccounts.findById(id))?.holds;
  return { platform, exchangeAccountId, ofVenue, botId, record, place, holdMore, holds };
}

const resting = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.001' } as const;

test.each([
  { what: 'ended', terms: resting, expected: ['orderMissing takenIn', 'holdDiffers corrected'] },
  { what: 'filled', terms: taking, expected: ['fillMissing takenIn', 'holdDiffers corrected'] },
])('for an order that $what while too much was held for it nothing is held any more', async ({ terms, expected }) => {
  const { ofVenue, botId, place, holdMore, holds } = await buildVirtualBot();
  await place(terms);
  await holdMore(terms);
  inject({ type: 'cancelOrders', account: ofVenue });
  later(longMs);
  expect(told((await fix({ botIds: [botId] })).done)).toEqual(expected);
  expect(await holds()).toEqual({});
  later(longMs);
  expect((await fix({ botIds: [botId] })).done).toEqual([]);
});

test('a wallet is compared though holds of its bots differ; while their orders do, it is told what two looks find, and nothing is booked', async () => {
  const { exchangeAccountId, ofVenue, place, holdMore } = await buildVirtualBot();
  const look = () => fix({ botIds: [], exchangeAccountIds: [exchangeAccountId], dryRun: true });
  await place(resting);
  await holdMore(resting);
  later(longMs);
  const differing = await look();
  expect(differing.unasked).toEqual([]);
  expect(told(differing.done)).toContain('virtualAccountDiffers bookedToRest');
  inject({ type: 'cancelOrders', account: ofVenue });
  expect(await look()).toMatchObject({ done: [], unasked: [{ botId: null, exchangeAccountId, code: 'walletMoving' }] });
  const { differences } = await list({ organizationId: platformOrganizationId });
  expect(differences).toContainEqual(expect.objectContaining({ kind: 'virtualAccountDiffers', botId: null, exchangeAccountId }));
});

test('a wallet that is as booked is compared whatever its bots’ orders do, and asks for nothing else', async () => {
  const { exchangeAccountId, ofVenue, place } = await buildVirtualBot();
  const look = () => fix({ botIds: [], exchangeAccountIds: [exchangeAccountId] });
  await look();
  await place(resting);
  inject({ type: 'cancelOrders', account: ofVenue });
  expect(await look()).toMatchObject({ done: [], unasked: [] });
});

test('trades booked wrongly on a virtual account are told, and stop no bot there', async () => {
  const { platform, botId, record, place } = await buildVirtualBot();
  const { open, fills } = await place(taking);
  const all = fills.map((fill) => ({
    ...fill,
    fee: String(2 * Number(fill.fee)),
    clientOrderId: open.clientOrderId,
    growth: 0,
    volume: '0',
    earned: '0',
  }));
  await record({ orders: [orderWrite({ ...open, state: 'filled', reportedFilled: '0.001', recordedTrades: all.length })], fills: all });
  later(longMs);
  for (let looks = 0; looks < 2; looks += 1) expect(told((await fix({ botIds: [botId] })).done)).toEqual(['feeDiffers waits']);
  expect((await platform.bots.find(botId))?.active).toBe(true);
});

test('a bot that stops while others are looked at is not taken for one that does not do as it was asked', async () => {
  const { platform, botId, record } = await buildVirtualBot();
  later(10 * 60_000);
  const held = stage.server.venue.hold({ account: stage.accountId, call: 'wallet' });
  const asked = fix({ botIds: [stage.bot.id, botId] });
  const letIn = await held;
  await platform.bots.setActive(null, botId, { active: false, by: stage.trader.id, at: stage.server.clock.now() });
  await record({ phase: { kind: 'stopped', receipt: null } });
  letIn();
  const { done, unasked } = await asked;
  expect([done, unasked]).toEqual([[], []]);
});
