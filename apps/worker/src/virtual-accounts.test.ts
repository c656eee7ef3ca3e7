import { channels, freeOf, freezeLedger, give, holdInstead, ledgerStateOf, noteWallet, type VirtualLedger } from '@tenbin/bots';
import { type AnyBotRow, type HandOrder, type OrganizationDatabase, platformOrganizationId, type VirtualAccount } from '@tenbin/db';
import { generatedFeed } from '@tenbin/exchange-virtual';
import { addBalances, type Balances, compare } from '@tenbin/market';
import { buildExchangeAccount, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TradingFloor, until } from './testing/trading-floor.ts';

const speed = 6_000;
const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

describe('on the virtual accounts of one exchange account', () => {
  let opened: TestDatabase;
  let floor: TradingFloor;
  let platform: OrganizationDatabase;
  let accountId: string;
  let key: string;
  let making: VirtualAccount;
  let byHand: VirtualAccount;
  let hand: AnyBotRow;

  beforeAll(async () => {
    opened = await openTestDatabase('postgres');
    platform = opened.database.forOrganization(platformOrganizationId);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    floor = await TradingFloor.open(opened.database, { feed: generatedFeed({ seed: 3, speed }) }, { timeScale: speed });
    const balances = floor.evenWallet('12000');
    const made = floor.exchange.createAccount({ balances });
    key = made.key;
    const owner = { organizationId: platformOrganizationId, userId: null, exchangeId: floor.exchangeId };
    accountId = (await buildExchangeAccount(opened.database, owner, { apiKey: key, secret: made.secret })).id;
    making = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'making' });
    byHand = await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'by hand' });
    for (const [currency, amount] of Object.entries(balances)) {
      await change([], (books) => noteWallet(books, { currency, amount }));
      await change([making.id], (books) => give(books, making.id, { currency, amount: floor.evenWallet('6000')[currency] ?? '0' }));
    }
    await change([byHand.id], (books) => give(books, byHand.id, { currency: 'USDT', amount: '3000' }));
    hand = await addBot(byHand, 'byHand');
    await setActive(hand, true);
  });
  afterEach(() => floor.close());

  const change = (ids: readonly string[], work: Parameters<OrganizationDatabase['virtualAccounts']['change']>[3]) =>
    platform.virtualAccounts.change(accountId, ids, { by: 'operator', reason: 'A test' }, work);
  const addBot = ({ id: virtualAccountId }: VirtualAccount, kind: 'byHand' | 'balancing') =>
    platform.bots.create({
      userId: null,
      exchangeAccountId: accountId,
      virtualAccountId,
      name: kind,
      type: 'MANUAL',
      postOnly: kind !== 'byHand',
      strategy: kind === 'byHand' ? { kind, pairs: [] } : { kind, pairs, delta: 0.005 },
    });
  const tellWorker = (botId: string) =>
    opened.database.notify(
      channels.desiredStates,
      JSON.stringify({ organizationId: platformOrganizationId, exchangeAccountId: accountId, botId }),
    );
  async function setActive({ id }: AnyBotRow, active: boolean): Promise<void> {
    await platform.bots.setActive(null, id, { active, by: 'operator', at: new Date() });
    await tellWorker(id);
  }
  const untilPhase = ({ id }: AnyBotRow, kind: AnyBotRow['phase']['kind']) =>
    until(async () => {
      const bot = await platform.bots.find(id);
      return bot?.phase.kind === kind ? bot : null;
    });
  async function ask(given: Pick<HandOrder, 'side' | 'price' | 'amount'> & { readonly isMarket?: boolean }): Promise<HandOrder> {
    const asked = { virtualAccountId: byHand.id, botId: hand.id, pair: 'BTC/USDT', isMarket: false, by: 'operator' };
    const order = await platform.virtualAccounts.askOrder({ ...asked, ...given });
    await tellWorker(hand.id);
    return order;
  }
  const untilOrder = (order: HandOrder, is: (state: string) => boolean) =>
    until(async () => {
      const [found] = (await platform.virtualAccounts.listOrders(byHand.id, { offset: 0, limit: 100 })).filter(
        ({ clientOrderId }) => clientOrderId === order.clientOrderId,
      );
      return found && is(found.state) ? found : null;
    });
  const read = async ({ id }: VirtualAccount) => (await platform.virtualAccounts.findById(id)) as VirtualAccount & VirtualLedger;

  /** All ledgers and what is left are the wallet, and are what their movements add up to. */
  async function expectToBeTheWallet(): Promise<void> {
    const rest = await platform.virtualAccounts.findRest(accountId);
    const accounts = await platform.virtualAccounts.list(accountId);
    const booked = floor.sumOf([rest?.balances, ...accounts.map(({ balances }) => balances)]);
    const shown = (balances: Balances = {}) => Object.fromEntries(Object.entries(balances).filter(([, amount]) => amount !== '0'));
    expect(shown(booked)).toEqual(shown(floor.wallet(key)));
    const derived = await platform.ledgers.addUp(accountId);
    expect(accounts).not.toEqual([]);
    for (const account of accounts) expect(shown(derived.get(account.id))).toEqual(shown(freeOf(account)));
  }

  test('a balancing bot trades with what its ledger has, orders by hand go out once, and all of it is the wallet', async () => {
    await floor.startWorker();
    await untilPhase(hand, 'running');
    const price = (floor.price('BTC/USDT') * 1.05).toFixed(2);
    const bought = await ask({ side: 'buy', price, amount: '0.01', isMarket: true });
    const met = await untilOrder(bought, (state) => state === 'filled' || state === 'cancelled');
    expect(met).toMatchObject({ isByHand: true, isMarket: true });
    // From here on a market order could meet what the bot sells.
    const bot = await addBot(making, 'balancing');
    await setActive(bot, true);
    await untilPhase(bot, 'running');
    const resting = await ask({ side: 'buy', price: (floor.price('BTC/USDT') * 0.7).toFixed(2), amount: '0.01' });
    expect(await untilOrder(resting, (state) => state === 'open')).toMatchObject({ isByHand: true, isMarket: false });
    expect(Object.keys((await read(byHand)).holds)).toEqual([resting.clientOrderId]);
    await platform.virtualAccounts.askCancel(resting.clientOrderId);
    await tellWorker(hand.id);
    await untilOrder(resting, (state) => state === 'cancelled');
    await until(async () => ((await platform.records.count(bot.id)) >= 3 ? true : null));
    await setActive(bot, false);
    await untilPhase(bot, 'stopped');
    expect([(await read(byHand)).holds, (await read(making)).holds]).toEqual([{}, {}]);
    const got = (await read(byHand)).balances.BTC ?? '0';
    expect(compare(got, '0')).toBe(1);
    expect(
      (await platform.fills.listOfBot(hand.id, { offset: 0, limit: 100 })).every(
        ({ clientOrderId }) => clientOrderId === bought.clientOrderId,
      ),
    ).toBe(true);
    await expectToBeTheWallet();
  });

  test('what was asked for while no worker ran is sent by the next one, but for what should have been filled at once', async () => {
    const resting = await ask({ side: 'buy', price: (floor.price('BTC/USDT') * 0.7).toFixed(2), amount: '0.01' });
    await floor.startWorker();
    const open = await untilOrder(resting, (state) => state === 'open');
    expect(open.amount).toBe('0.01');
    await floor.stopWorker();
    await floor.startWorker();
    await untilPhase(hand, 'running');
    expect(floor.openOrderCount(key)).toBe(1);
    await platform.virtualAccounts.askCancel(resting.clientOrderId);
    await tellWorker(hand.id);
    await untilOrder(resting, (state) => state === 'cancelled');
    expect((await read(byHand)).balances).toEqual({ USDT: '3000' });
    await expectToBeTheWallet();
  });

  test('a stop takes back what was asked for by then and was not sent', async () => {
    await floor.startWorker();
    await untilPhase(hand, 'running');
    await setActive(hand, false);
    await untilPhase(hand, 'stopped');
    const unsent = await ask({ side: 'buy', price: (floor.price('BTC/USDT') * 0.7).toFixed(2), amount: '0.01' });
    await setActive(hand, false);
    await untilOrder(unsent, (state) => state === 'withdrawn');
    expect((await read(byHand)).holds).toEqual({});
    expect(floor.openOrderCount(key)).toBe(0);
  });

  test('money that comes or goes by no order, and a trade of an order that is none of ours, are told and booked to the rest', async () => {
    const told: string[] = [];
    const note = (_: unknown, event: string) => void told.push(event);
    await floor.startWorker({ walletsMs: 300, log: { info: note, warn: note, error: note } });
    await untilPhase(hand, 'running');
    const restOf = async (currency: string) => (await platform.virtualAccounts.findRest(accountId))?.balances[currency] ?? '0';
    const before = await restOf('USDT');
    floor.exchange.deposit(key, 'USDT', '25');
    await until(async () => ((await restOf('USDT')) !== before ? true : null));
    await until(async () => (told.includes('ledger.wallet_moved') ? true : null));
    await expectToBeTheWallet();
    const account = floor.exchange.findAccount(key);
    if (!account) throw new Error('no account');
    floor.exchange.place(account, {
      clientOrderId: 'byAPerson',
      pair: 'BTC/USDT',
      side: 'buy',
      type: 'market',
      timeInForce: 'GTC',
      amount: '0.001',
    });
    await until(async () => (told.includes('ledger.unmatched_fill') ? true : null));
    const written = await opened.database.platform.audit.list({ offset: 0, limit: 100 }, { actor: 'worker', actions: ['bookStrayTrade'] });
    expect(written.filter(({ facts }) => facts.exchangeAccountId === accountId)).toHaveLength(1);
    await expectToBeTheWallet();
  });

  test('freezing one stops its bots and leaves the others alone', async () => {
    const bot = await addBot(making, 'balancing');
    await setActive(bot, true);
    await floor.startWorker();
    await untilPhase(bot, 'running');
    await change([making.id], (books) => {
      const ledger = books.ledgers[making.id];
      return { books: { ...books, ledgers: { ...(ledger && { [making.id]: freezeLedger(ledger, true) }) } }, movements: [] };
    });
    await tellWorker(bot.id);
    const stopped = await untilPhase(bot, 'stopped');
    expect([stopped.active, stopped.messages.map(({ code }) => code)]).toEqual([false, ['ledgerFrozen']]);
    expect((await platform.bots.find(hand.id))?.phase.kind).toBe('running');
    expect(ledgerStateOf(await read(making))).toBe('frozen');
    await expectToBeTheWallet();
  });

  test('one that a trade takes below zero alarms, sends nothing until it has what it lacks, and nothing else took it there', async () => {
    const { soundness } = opened.database;
    const overdrawnBefore = await soundness.overdrawn();
    const countStopped = async () => (await soundness.stoppedMakers()).reduce((sum, { count }) => sum + count, 0);
    const stoppedBefore = await countStopped();
    const makingHand = await addBot(making, 'byHand');
    const price = floor.price('BTC/USDT');
    const terms = {
      virtualAccountId: making.id,
      botId: makingHand.id,
      pair: 'BTC/USDT',
      side: 'buy',
      isMarket: false,
      by: 'operator',
    } as const;
    const costly = await platform.virtualAccounts.askOrder({
      ...terms,
      price: (price * 1.05).toFixed(2),
      amount: (5_500 / 1.05 / price).toFixed(4),
    });
    // Hardly anything is held for it any more, and most of what it costs is given to somebody else.
    const { amount: _, ...asked } = (await read(making)).holds[costly.clientOrderId] ?? { ...costly, feeOnTop: null };
    await change([making.id], (books) => holdInstead(books, making.id, { [costly.clientOrderId]: { ...asked, amount: '0.0001' } }));
    await change([making.id], (books) => give(books, making.id, { currency: 'USDT', amount: '-5000' }));
    expect([ledgerStateOf(await read(making)), await soundness.overdrawn()]).toEqual(['active', overdrawnBefore]);

    await floor.startWorker();
    await setActive(makingHand, true);
    await expect.poll(async () => ledgerStateOf(await read(making))).toBe('overdrawn');
    expect(await soundness.overdrawn()).toBe(overdrawnBefore + 1);
    const bot = await addBot(making, 'balancing');
    await setActive(bot, true);
    // Its strategy may be faster to see what it lacks.
    const why = expect.stringMatching(/^(?:ledgerOverdrawn|balanceNotPositive)$/);
    const refused = { active: false, phase: { kind: 'stopped' }, messages: [{ code: why }] };
    await expect.poll(() => platform.bots.find(bot.id)).toMatchObject(refused);
    expect(await countStopped()).toBe(stoppedBefore + 1);
    await expect(platform.virtualAccounts.askOrder({ ...terms, price: '1000', amount: '0.01' })).rejects.toMatchObject({
      code: 'ledgerOverdrawn',
    });
    const orders = await platform.virtualAccounts.listOrders(making.id, { offset: 0, limit: 100 });
    expect(orders.map(({ clientOrderId }) => clientOrderId)).toEqual([costly.clientOrderId]);
    expect(floor.openOrderCount(key)).toBe(0);

    const movements = await platform.virtualAccounts.listMovements(making.id, { offset: 0, limit: 1_000 });
    const causesBelowZero: string[] = [];
    let free: Balances = {};
    for (const { cause, entries } of movements.reverse()) {
      for (const { account, currency, amount } of entries) if (account === making.id) free = addBalances(free, { [currency]: amount });
      if (Object.values(free).some((amount) => compare(amount, '0') < 0)) causesBelowZero.push(cause);
    }
    expect(causesBelowZero[0]).toBe('fill');
    expect(free.USDT).toBe(freeOf(await read(making)).USDT);
    await expectToBeTheWallet();

    await change([making.id], (books) => give(books, making.id, { currency: 'USDT', amount: '5000' }));
    expect([ledgerStateOf(await read(making)), await soundness.overdrawn()]).toEqual(['active', overdrawnBefore]);
    const next = await platform.virtualAccounts.askOrder({ ...terms, price: (floor.price('BTC/USDT') * 0.7).toFixed(2), amount: '0.01' });
    await tellWorker(makingHand.id);
    const isOpen = async () => (await platform.orders.find(next.clientOrderId))?.state;
    await expect.poll(isOpen).toBe('open');
    await expectToBeTheWallet();
  });

  test('one that is closed leaves nothing in the worker', async () => {
    const worker = await floor.startWorker();
    await untilPhase(hand, 'running');
    await change([byHand.id], (books) => give(books, byHand.id, { currency: 'USDT', amount: '-3000' }));
    await platform.bots.deleteOfSubAccount(byHand.id);
    await tellWorker(hand.id);
    await until(async () => (worker.diagnostics.bots.some(({ id }) => id === hand.id) ? null : true));
  });

  test('what orders hold that a stop left open is free when they are over, though nobody starts their bot again', async () => {
    const bot = await addBot(making, 'balancing');
    await setActive(bot, true);
    await floor.startWorker();
    await untilPhase(bot, 'running');
    await until(async () => ((await platform.orders.listOpen(bot.id)).some(({ state }) => state === 'open') ? true : null));
    await floor.stopWorker();
    await platform.bots.setActive(null, bot.id, { active: false, by: 'operator', at: new Date() });
    const { epoch } = await platform.exchangeAccounts.require(accountId);
    await platform.journal.record({ botId: bot.id, epoch }, { phase: { kind: 'stopped', receipt: null } });
    expect(Object.keys((await read(making)).holds)).not.toEqual([]);
    await floor.startWorker();
    await until(async () => (Object.keys((await read(making)).holds).length === 0 ? true : null));
    expect(floor.openOrderCount(key)).toBe(0);
    expect((await platform.bots.find(bot.id))?.phase.kind).toBe('stopped');
    await expectToBeTheWallet();
  });

  test('a bot goes on by other settings while it runs, and money that is given to it is its at once', async () => {
    const bot = await addBot(making, 'balancing');
    await setActive(bot, true);
    await floor.startWorker();
    await untilPhase(bot, 'running');
    await platform.bots.changeStrategy(bot.id, { kind: 'balancing', pairs, delta: 0.02 });
    await change([making.id], (books) => give(books, making.id, { currency: 'USDT', amount: '100' }));
    await tellWorker(bot.id);
    await until(async () => {
      const open = (await platform.orders.listOpen(bot.id)).filter(({ pair, state }) => pair === 'BTC/USDT' && state === 'open');
      const priceOf = (side: string) => Number(open.find((order) => order.side === side)?.price);
      return priceOf('sell') / priceOf('buy') > 1.03 ? true : null;
    });
    await setActive(bot, false);
    const stopped = await untilPhase(bot, 'stopped');
    expect(stopped.ledger?.balances).toEqual((await read(making)).balances);
    await expectToBeTheWallet();
  });
});
