import {
  freeOf,
  freezeLedger,
  give,
  heldOf,
  noteWallet,
  type OrderNews,
  type OrderState,
  parseClientOrderId,
  reservedBy,
  reverse,
  transfer,
} from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { type StrategySettings, strategyOf } from '@tenbin/strategy';
import {
  bookedFill,
  buildExchange,
  buildExchangeAccount,
  newId,
  openTestDatabase,
  orderWrite,
  type TestDatabase,
  testEngines,
} from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnyBotRow } from '../bots/bots.ts';
import { StoredBot } from '../bots/stored-bot.ts';
import type { OrganizationDatabase } from '../database/database.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import { StepRefused } from './step-refused.ts';
import type { VirtualAccount } from './virtual-accounts.ts';

const page = { offset: 0, limit: 100 };
const operator = { by: 'operator', reason: 'A test' };

const quotes = { orderAmount: '1', orderLevelAmount: '0', orderLevels: 1, bidSpread: 1, askSpread: 1, orderLevelSpread: 0 };
const kindsOn: { readonly [Kind in StrategySettings['kind']]: Extract<StrategySettings, { readonly kind: Kind }> } = {
  balancing: { kind: 'balancing', pairs: [], delta: 0.005 },
  spread: { kind: 'spread', pairs: [], spread: 1, amount: '1', intervalMs: 1_000 },
  calculateOrder: { kind: 'calculateOrder', pairs: [], ...quotes, inventoryTargetBasePct: 50, midPriceThreshold: 0, intervalMs: 1_000 },
  byHand: { kind: 'byHand', pairs: [] },
};

describe.each(testEngines)('virtual accounts on %s', (engine) => {
  let opened: TestDatabase;
  let platform: OrganizationDatabase;
  let accountId: string;
  let first: VirtualAccount;
  let second: VirtualAccount;
  let hand: AnyBotRow;
  let maker: AnyBotRow;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
    platform = opened.database.forOrganization(platformOrganizationId);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const { id: organizationId } = await opened.database.platform.organizations.create({ slug: newId(), name: 'Any' });
    const exchange = await buildExchange(opened.database, organizationId);
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: exchange.id };
    accountId = (await buildExchangeAccount(opened.database, owner)).id;
    first = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'first' });
    second = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'second' });
    await pay({ USDT: '100000', BTC: '10' });
    await platform.virtualAccounts.change(accountId, [first.id], operator, (books) =>
      give(books, first.id, { currency: 'USDT', amount: '60000' }),
    );
    hand = await addBot(first, 'byHand');
    maker = await addBot(second, 'balancing');
  });

  const pay = async (money: Balances) => {
    for (const [currency, amount] of Object.entries(money))
      await platform.virtualAccounts.change(accountId, [], { by: null }, (books) => noteWallet(books, { currency, amount }));
  };
  const addBot = ({ id: virtualAccountId }: VirtualAccount, kind: 'byHand' | 'balancing') =>
    platform.bots.create({
      userId: null,
      exchangeAccountId: accountId,
      virtualAccountId,
      name: kind,
      type: 'MANUAL',
      strategy: kind === 'byHand' ? { kind, pairs: [] } : { kind, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.005 },
    });
  const ask = (given: Partial<Parameters<OrganizationDatabase['virtualAccounts']['askOrder']>[0]> = {}) =>
    platform.virtualAccounts.askOrder({
      virtualAccountId: first.id,
      botId: hand.id,
      pair: 'BTC/USDT',
      side: 'buy',
      price: '50000',
      amount: '1',
      isMarket: false,
      by: 'operator',
      ...given,
    });
  const send = (order: { readonly clientOrderId: string }, state: OrderState = 'pending', given: Partial<OrderNews> = {}): OrderNews => ({
    ...orderWrite({
      sequence: parseClientOrderId(order.clientOrderId)?.sequence ?? 1,
      clientOrderId: order.clientOrderId,
      pair: 'BTC/USDT',
      side: 'buy',
      price: '50000',
      amount: '1',
    }),
    state,
    ...given,
  });
  const step = (botId: string, orders: readonly OrderNews[], fills: readonly ReturnType<typeof bookedFill>[] = []) =>
    platform.journal.record({ botId, epoch: 0 }, { orders, fills });
  const read = async ({ id }: VirtualAccount) => {
    const account = await platform.virtualAccounts.findById(id);
    if (!account) throw new Error('gone');
    return account;
  };

  /** What is stored is what the movements add up to, and all of it is what came from outside. */
  async function expectToAddUp(): Promise<void> {
    const derived = await platform.ledgers.addUp(accountId);
    const shown = (balances: Balances = {}) => Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== '0'));
    const accounts = await platform.virtualAccounts.list(accountId);
    expect(accounts).not.toEqual([]);
    for (const account of accounts) expect(derived.get(account.id) ?? {}).toEqual(shown(freeOf(account)));
    expect(derived.get('rest') ?? {}).toEqual(shown((await platform.virtualAccounts.findRest(accountId))?.balances));
  }

  test('have a name on their exchange account once, and begin with nothing', async () => {
    expect(await platform.virtualAccounts.list(accountId)).toMatchObject([
      { name: 'first' },
      { name: 'second', balances: {}, holds: {}, version: 0 },
    ]);
    for (const name of ['first', 'FIRST', ' First', 'ｆｉｒｓｔ'])
      await expect(platform.virtualAccounts.create({ exchangeAccountId: accountId, name })).rejects.toThrow('virtualAccountExists');
    expect(await platform.virtualAccounts.find(accountId, 'third')).toBeNull();
  });

  test('have one bot of each kind, also after it was deleted and made anew', async () => {
    await expect(addBot(second, 'balancing')).rejects.toThrow('botExists');
    await addBot(first, 'balancing');
    await platform.bots.deleteOfSubAccount(second.id);
    const made = await addBot(second, 'balancing');
    expect((await platform.bots.listOfSubAccount(second.id)).map(({ id }) => id)).toEqual([made.id]);
  });

  test.each(Object.values(kindsOn))('have one $kind for each pair where its strategy says so', async (settings) => {
    const { id: virtualAccountId } = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'third' });
    const on = (pair: string) => strategyOf({ ...settings, pairs: [pair] }, { balanceTolerance: 50, omitPairs: [] });
    const make = (pair: string) => {
      const strategy = on(pair).settings as StrategySettings;
      return platform.bots.create({ userId: null, exchangeAccountId: accountId, virtualAccountId, name: 'any', type: 'MANUAL', strategy });
    };
    await make('BTC/USDT');
    await expect(make('BTC/USDT')).rejects.toThrow('botExists');
    if (on('ETH/USDT').isPerPair === true) expect(await make('ETH/USDT')).toMatchObject({ subAccountId: virtualAccountId });
    else await expect(make('ETH/USDT')).rejects.toThrow('botExists');
  });

  test('get money from the rest and from one another, with who and why', async () => {
    await platform.virtualAccounts.change(accountId, [first.id, second.id], operator, (books) =>
      transfer(books, { from: first.id, to: second.id }, { currency: 'USDT', amount: '1000' }),
    );
    expect([(await read(first)).balances, (await read(second)).balances]).toEqual([{ USDT: '59000' }, { USDT: '1000' }]);
    for (const account of [first, second])
      expect((await platform.virtualAccounts.listMovements(account.id, page))[0]).toMatchObject({
        cause: 'transfer',
        by: 'operator',
        reason: 'A test',
      });
    expect((await read(first)).version).toBe(2);
    await expectToAddUp();
  });

  test('what is refused changes nothing', async () => {
    const before = await read(first);
    const tooMuch = platform.virtualAccounts.change(accountId, [first.id], operator, (books) =>
      give(books, first.id, { currency: 'USDT', amount: '40000.01' }),
    );
    await expect(tooMuch).rejects.toThrow('restLacksFunds');
    await expect(ask({ amount: '2' })).rejects.toThrow('ledgerLacksFunds');
    expect(await read(first)).toEqual(before);
    expect(await platform.virtualAccounts.listOrders(first.id, page)).toEqual([]);
  });

  test('an order by hand holds its money from the moment on in which it is asked for', async () => {
    const order = await ask();
    expect(freeOf(await read(first))).toEqual({ USDT: '10000' });
    expect(await platform.virtualAccounts.listToDo(hand.id)).toMatchObject({
      toSend: [{ clientOrderId: order.clientOrderId }],
      toCancel: [],
    });
    expect(await platform.virtualAccounts.listOrders(first.id, { ...page, isOpen: true })).toMatchObject([
      { state: 'asked', isByHand: true },
    ]);
    await step(hand.id, [send(order)]);
    expect(await platform.virtualAccounts.listToDo(hand.id)).toEqual({ toSend: [], toCancel: [] });
    expect(await platform.virtualAccounts.listOrders(first.id, { ...page, isOpen: true })).toMatchObject([
      { state: 'pending', isByHand: true },
    ]);
    await expectToAddUp();
  });

  test('a fill draws from the hold of its order, and its end releases what is left', async () => {
    const order = await ask();
    await step(hand.id, [send(order)]);
    const fill = bookedFill({
      tradeId: newId(),
      clientOrderId: order.clientOrderId,
      pair: 'BTC/USDT',
      side: 'buy',
      price: '49000',
      amount: '0.4',
      notional: '19600',
      fee: '0.0004',
      feeCurrency: 'BTC',
    });
    await step(hand.id, [send(order, 'open', { reportedFilled: '0.4' })], [fill]);
    expect((await read(first)).holds[order.clientOrderId]).toMatchObject({ amount: '0.6' });
    await step(hand.id, [send(order, 'cancelled', { reportedFilled: '0.4' })]);
    expect(await read(first)).toMatchObject({ holds: {}, balances: { USDT: '40400', BTC: '0.3996' } });
    await expectToAddUp();
  });

  test('an order that was taken back before it was sent is never sent', async () => {
    const order = await ask();
    expect(await platform.virtualAccounts.askCancel(order.clientOrderId)).toMatchObject({ withdrawnAt: expect.any(Date) });
    expect(freeOf(await read(first))).toEqual({ USDT: '60000' });
    await expect(step(hand.id, [send(order)])).rejects.toThrow(StepRefused);
    expect(await platform.orders.find(order.clientOrderId)).toBeNull();
    expect(await platform.virtualAccounts.listToDo(hand.id)).toEqual({ toSend: [], toCancel: [] });
    await expectToAddUp();
  });

  test('one that was sent is to be cancelled', async () => {
    const order = await ask();
    await step(hand.id, [send(order)]);
    await step(hand.id, [send(order, 'open')]);
    expect(await platform.virtualAccounts.askCancel(order.clientOrderId)).toMatchObject({ withdrawnAt: null });
    expect(await platform.virtualAccounts.listToDo(hand.id)).toEqual({ toSend: [], toCancel: [order.clientOrderId] });
  });

  test('two never trade with one another, by hand or by their bots', async () => {
    const order = await ask();
    await step(hand.id, [send(order)]);
    await platform.virtualAccounts.change(accountId, [second.id], operator, (books) =>
      give(books, second.id, { currency: 'BTC', amount: '2' }),
    );
    const sellAt = (price: string) => {
      const clientOrderId = `T${maker.botNumber.toString(36).padStart(10, '0')}0000001`;
      return send({ clientOrderId }, 'pending', { side: 'sell', price, sequence: 1 });
    };
    const refusal = await step(maker.id, [sellAt('50000')]).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StepRefused);
    expect([...(refusal as StepRefused).refused.values()]).toEqual(['ordersWouldCross']);
    await step(maker.id, [sellAt('50000.01')]);
    await expect(ask({ price: '50000.01', amount: '0.1' })).rejects.toThrow('ordersWouldCross');
    expect((await ask({ price: '50000', amount: '0.1' })).clientOrderId).not.toBe(order.clientOrderId);
    await expectToAddUp();
  });

  test('no bot’s order goes before one by hand that is still to be sent, and would trade with it', async () => {
    const order = await ask();
    await platform.virtualAccounts.change(accountId, [second.id], operator, (books) =>
      give(books, second.id, { currency: 'BTC', amount: '2' }),
    );
    const clientOrderId = `T${maker.botNumber.toString(36).padStart(10, '0')}0000001`;
    const sell = send({ clientOrderId }, 'pending', { side: 'sell', price: '50000', sequence: 1 });
    await expect(step(maker.id, [sell])).rejects.toThrow('ordersWouldCross');
    await step(hand.id, [send(order)]);
    await expect(step(maker.id, [sell])).rejects.toThrow('ordersWouldCross');
    await step(hand.id, [send(order, 'cancelled')]);
    await step(maker.id, [sell]);
    await expectToAddUp();
  });

  test('an order by hand waits while its account is frozen, and holds its money', async () => {
    const order = await ask();
    const freeze = (isFrozen: boolean) =>
      platform.virtualAccounts.change(accountId, [first.id], operator, (books) => {
        const ledger = books.ledgers[first.id];
        return { books: { ...books, ledgers: { ...(ledger && { [first.id]: freezeLedger(ledger, isFrozen) }) } }, movements: [] };
      });
    await freeze(true);
    await expect(step(hand.id, [send(order)])).rejects.toThrow('ledgerFrozen');
    expect(await platform.orders.find(order.clientOrderId)).toBeNull();
    expect(freeOf(await read(first))).toEqual({ USDT: '10000' });
    expect((await platform.virtualAccounts.listToDo(hand.id)).toSend).toHaveLength(1);
    await freeze(false);
    await step(hand.id, [send(order)]);
    expect(await platform.orders.find(order.clientOrderId)).not.toBeNull();
  });

  test('a bot’s order that nothing is there for is refused, and the step with it', async () => {
    const clientOrderId = `T${maker.botNumber.toString(36).padStart(10, '0')}0000001`;
    const order = send({ clientOrderId }, 'pending', { sequence: 1 });
    await expect(step(maker.id, [order])).rejects.toThrow('ledgerLacksFunds');
    expect(await platform.orders.find(clientOrderId)).toBeNull();
    await platform.virtualAccounts.change(accountId, [first.id, second.id], operator, (books) =>
      transfer(books, { from: first.id, to: second.id }, { currency: 'USDT', amount: '50000' }),
    );
    await step(maker.id, [order]);
    expect(freeOf(await read(second))).toEqual({ USDT: '0' });
    await expectToAddUp();
  });

  test('a bot that is opened again knows what its orders hold, with the fees that come on top', async () => {
    await platform.virtualAccounts.change(accountId, [first.id, second.id], operator, (books) =>
      transfer(books, { from: first.id, to: second.id }, { currency: 'USDT', amount: '50125' }),
    );
    const [dear, plain] = ['0000001', '0000002'].map((sequence) => `T${maker.botNumber.toString(36).padStart(10, '0')}${sequence}`);
    const bid = send({ clientOrderId: dear ?? '' }, 'pending', { sequence: 1, feeOnTop: '0.0025', amount: '0.9' });
    await step(maker.id, [bid, send({ clientOrderId: plain ?? '' }, 'pending', { sequence: 2, level: 1, amount: '0.1' })]);
    const remembered = await new StoredBot(platform, maker).load();
    expect(remembered?.orders.map(reservedBy)).toEqual([
      { currency: 'USDT', amount: '45112.5' },
      { currency: 'USDT', amount: '5000' },
    ]);
    expect(heldOf(await read(second))).toEqual({ USDT: '50112.5' });
  });

  test('a frozen one sends nothing new, and says since when', async () => {
    await platform.virtualAccounts.change(accountId, [first.id], operator, (books) => {
      const ledger = books.ledgers[first.id];
      return { books: { ...books, ledgers: { ...(ledger && { [first.id]: freezeLedger(ledger, true) }) } }, movements: [] };
    });
    expect((await read(first)).isFrozen).toBe(true);
    await expect(ask()).rejects.toThrow('ledgerFrozen');
  });

  test('what they had at a moment is what was moved until then', async () => {
    const at = (await platform.virtualAccounts.listMovements(first.id, page))[0]?.at ?? new Date(0);
    expect((await platform.virtualAccounts.addUpUntil(accountId, at)).get(first.id)).toEqual({ USDT: '60000' });
    expect((await platform.virtualAccounts.addUpUntil(accountId, new Date(at.getTime() - 1))).get(first.id)).toBeUndefined();
  });

  test('a movement is taken back once', async () => {
    const [movement] = await platform.virtualAccounts.listMovements(first.id, page);
    const back = () =>
      platform.virtualAccounts.change(accountId, [first.id], { ...operator, reverses: movement?.number ?? 0 }, (books) =>
        reverse(books, movement ?? { cause: 'give', entries: [] }),
      );
    await back();
    expect((await read(first)).balances).toEqual({ USDT: '0' });
    const taken = { number: movement?.number, isReversed: true };
    expect(await platform.virtualAccounts.listMovements(first.id, page)).toMatchObject([{ isReversed: false }, taken]);
    expect(await platform.virtualAccounts.findMovement(movement?.number ?? 0)).toMatchObject(taken);
    await pay({ USDT: '1' });
    await expect(back()).rejects.toThrow();
    await expectToAddUp();
  });
});
