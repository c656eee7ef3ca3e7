/** Books that somebody goes on with while they are looked at. */
import { clientOrderIdOf, give, hold, noteWallet } from '@tenbin/bots';
import { type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import { buildExchange, buildExchangeAccount, buildOrganization, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { correctBooks, seeBooks } from './see-books.ts';

const now = new Date('2026-03-01T00:00:00Z');
const order = { pair: 'BTC/USDT', side: 'buy', price: '50000', amount: '0.001', clientOrderId: clientOrderIdOf(1, 1) } as const;

let opened: TestDatabase;
let platform: OrganizationDatabase;
let accountId: string;
let [one, other] = ['', ''];
beforeAll(async () => {
  opened = await openTestDatabase('postgres');
  platform = opened.database.forOrganization(platformOrganizationId);
});
afterAll(() => opened.close());
beforeEach(async () => {
  const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
  accountId = (await buildExchangeAccount(opened.database, { organizationId: platformOrganizationId, userId: null, exchangeId })).id;
  one = (await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'one' })).id;
  other = (await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'other' })).id;
  await change([], (books) => noteWallet(books, { currency: 'USDT', amount: '1000' }));
  for (const id of [one, other]) await change([id], (books) => give(books, id, { currency: 'USDT', amount: '300' }));
});

const change = (ids: readonly string[], work: Parameters<OrganizationDatabase['virtualAccounts']['change']>[3]) =>
  platform.virtualAccounts.change(accountId, ids, { by: null }, work);
/** Before the stored figures are read, and before the movements are added up. */
const during = (work: () => Promise<unknown>): OrganizationDatabase => ({
  ...platform,
  ledgers: {
    ...platform.ledgers,
    addUp: async (id) => {
      await work();
      return platform.ledgers.addUp(id);
    },
  },
});
const see = async (books: OrganizationDatabase = platform) =>
  (await seeBooks(books, accountId, { now })).map(({ subAccountId, derived }) => [subAccountId, derived]);
const correct = () => platform.transaction((within) => correctBooks(within, accountId, { by: 'o', now }));
const balanceOf = async (id: string) => (await platform.virtualAccounts.findById(id))?.balances.USDT;

test('what an order begins to hold between the two readings is no difference', async () => {
  expect(await see(during(() => change([one], (books) => hold(books, one, order))))).toEqual([]);
  expect(await see()).toEqual([]);
});

test('what moves between the two readings is left out, and what stands still beside it is told', async () => {
  await platform.ledgers.correct(other, { USDT: '305' });
  const moving = during(() => change([one], (books) => give(books, one, { currency: 'USDT', amount: '50' })));
  expect(await see(moving)).toEqual([[other, { USDT: '300' }]]);
});

test('is corrected by what has moved until then, and never by an earlier look', async () => {
  await platform.ledgers.correct(one, { USDT: '305' });
  expect(await see()).toEqual([[one, { USDT: '300' }]]);
  await change([one], (books) => give(books, one, { currency: 'USDT', amount: '50' }));
  await change([one], (books) => hold(books, one, order));
  expect(await correct()).toHaveLength(1);
  expect(await balanceOf(one)).toBe('350');
  expect(await see()).toEqual([]);
  expect(await correct()).toEqual([]);
});

test('whoever moves something while it is corrected waits until that is done, and loses nothing', async () => {
  await platform.ledgers.correct(one, { USDT: '305' });
  let moving: Promise<unknown> = Promise.resolve();
  await platform.transaction(async (within) => {
    const { ledgers } = within;
    const books = {
      ...within,
      ledgers: {
        ...ledgers,
        addUp: (id: string) => {
          moving = change([one], (all) => give(all, one, { currency: 'USDT', amount: '50' }));
          return ledgers.addUp(id);
        },
      },
    };
    await correctBooks(books, accountId, { by: 'o', now });
  });
  await moving;
  expect(await balanceOf(one)).toBe('350');
  expect(await see()).toEqual([]);
});
