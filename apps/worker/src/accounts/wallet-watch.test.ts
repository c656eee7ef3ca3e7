import { give, noteWallet } from '@tenbin/bots';
import { type Claim, type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import type { AccountLease } from '@tenbin/engine';
import type { Balances } from '@tenbin/market';
import { silentLog } from '@tenbin/telemetry';
import { buildExchange, buildExchangeAccount, buildOrganization, fakeClock, openTestDatabase, type TestDatabase } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { WalletWatch } from './wallet-watch.ts';

/** A minute is four looks. */
const minute = 4;

describe('a wallet that is not as booked', () => {
  let opened: TestDatabase;
  let platform: OrganizationDatabase;
  let accountId: string;
  let one: string;
  let wallet: Balances;
  let watch: WalletWatch;
  /** What happens between a look and its booking. */
  let meanwhile: () => Promise<unknown>;
  const clock = fakeClock();
  let since: Date;
  let isSilent: boolean;
  let owned: Claim[];

  beforeAll(async () => {
    opened = await openTestDatabase('postgres');
    platform = opened.database.forOrganization(platformOrganizationId);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
    accountId = (await buildExchangeAccount(opened.database, { organizationId: platformOrganizationId, userId: null, exchangeId })).id;
    one = (await platform.virtualAccounts.create({ exchangeAccountId: accountId, name: 'one' })).id;
    wallet = { USDT: '1000', JPY: '5000', BTC: '1' };
    for (const [currency, amount] of Object.entries(wallet)) await change([], (books) => noteWallet(books, { currency, amount }));
    meanwhile = async () => {};
    since = clock.now();
    isSilent = false;
    const lease = {
      account: {
        fetchWallet: async () =>
          isSilent
            ? new Promise(() => {})
            : Object.fromEntries(Object.entries(wallet).map(([currency, free]) => [currency, { free, locked: '0' }])),
      },
      listen: () => {},
      release: async () => {},
    } as unknown as AccountLease;
    const claim = { organizationId: platformOrganizationId, exchangeAccountId: accountId, exchangeId, epoch: 0 };
    owned = [claim];
    const db = {
      forOrganization: () => ({
        ...platform,
        transaction: async <T>(work: (within: OrganizationDatabase) => Promise<T>) => {
          await meanwhile();
          return platform.transaction(work);
        },
      }),
    };
    const rules = new Map([['BTC/JPY', { baseUnit: '0.00000001', counterUnit: '0.0001' }]]) as never;
    watch = new WalletWatch({
      db: db as never,
      fleet: { ownedAccounts: () => owned, leaseAccount: async () => lease },
      rulesAt: async () => rules,
      clock,
      log: silentLog,
    });
  });

  const change = (ids: readonly string[], work: Parameters<OrganizationDatabase['virtualAccounts']['change']>[3]) =>
    platform.virtualAccounts.change(accountId, ids, { by: null }, work);
  const look = async (times: number) => {
    for (let count = 0; count < times; count += 1) await watch.work();
  };
  const rest = async () => (await platform.virtualAccounts.findRest(accountId))?.balances;
  const told = async () =>
    (await opened.database.platform.audit.list({ offset: 0, limit: 10 }, { actor: 'worker' }))
      .filter(({ facts }) => facts.exchangeAccountId === accountId)
      .map(({ action, facts: { currency, amount } }) => ({ action, currency, amount }));

  test('shows in the figures for longer than a minute before it is booked, and staff sees that it was', async () => {
    wallet = { ...wallet, USDT: '1025' };
    await look(1);
    expect(watch.figures.differing, 'a trade may be on its way').toEqual([]);
    for (let looks = 1; looks <= 2 * minute; looks += 1) {
      await look(1);
      expect(watch.figures.differing).toEqual([since]);
      expect(await rest()).toMatchObject({ USDT: '1000' });
    }
    await look(minute);
    expect(watch.figures.differing).toEqual([]);
    expect(await rest()).toMatchObject({ USDT: '1025' });
    expect(await told()).toEqual([{ action: 'bookWalletDifference', currency: 'USDT', amount: '25' }]);
  });

  test('and falls further at each look shows since it began, and is booked once it stands still', async () => {
    for (let looks = 1; looks <= 4 * minute; looks += 1) {
      wallet = { ...wallet, USDT: String(1000 - 10 * looks) };
      await look(1);
      expect(watch.figures.differing).toEqual(looks === 1 ? [] : [since]);
      clock.advance(1_000);
    }
    expect(await rest()).toMatchObject({ USDT: '1000' });
    await look(3 * minute - 1);
    expect(await rest()).toMatchObject({ USDT: '840' });
    expect(watch.figures.differing).toEqual([]);
    expect(await told()).toEqual([{ action: 'bookWalletDifference', currency: 'USDT', amount: '-160' }]);
  });

  test('and is once more and once less is nothing that two looks have seen', async () => {
    for (let looks = 0; looks < 2 * minute; looks += 1) {
      wallet = { ...wallet, USDT: looks % 2 === 0 ? '1025' : '975' };
      await look(1);
      expect(watch.figures.differing).toEqual([]);
    }
  });

  test('is booked though dust comes and goes beside it, and though another one has just begun', async () => {
    for (let looks = 0; looks < 3 * minute; looks += 1) {
      wallet = { JPY: '5000', USDT: looks % 2 === 0 ? '1025' : '1025.0000001', BTC: looks < 2 * minute ? '1' : '1.5' };
      await look(1);
    }
    expect(await rest()).toMatchObject({ USDT: '1025.0000001', BTC: '1' });
    expect(watch.figures.differing).toHaveLength(1);
    expect(await told()).toHaveLength(1);
  });

  test('by what rounding leaves over of that currency is not told, and is booked as that', async () => {
    wallet = { USDT: '1000', JPY: '5000.005', BTC: '1.005' };
    await look(2);
    expect(watch.figures.differing).toHaveLength(1);
    wallet = { ...wallet, BTC: '1' };
    await look(1);
    expect(watch.figures.differing).toEqual([]);
    await look(3 * minute);
    expect(await rest()).toMatchObject({ JPY: '5000.005', BTC: '1' });
    expect(await told()).toEqual([]);
  });

  test('is not booked where the books have changed since it was reckoned', async () => {
    wallet = { ...wallet, USDT: '1025' };
    meanwhile = () => change([], (books) => noteWallet(books, { currency: 'USDT', amount: '25' }));
    await look(3 * minute);
    expect(await rest()).toMatchObject({ USDT: '1025' });
    expect(await told()).toEqual([]);
    meanwhile = async () => {};
    await look(1);
    expect(watch.figures.differing).toEqual([]);
  });

  test('is booked while money moves between the rest and its virtual accounts', async () => {
    wallet = { ...wallet, USDT: '1025' };
    meanwhile = () => change([one], (books) => give(books, one, { currency: 'USDT', amount: '100' }));
    await look(3 * minute);
    expect(await rest()).toMatchObject({ USDT: '925' });
    expect(await told()).toHaveLength(1);
  });

  test('differs shortly at several accounts one after the other: nothing shows', async () => {
    for (let looks = 0; looks < 2 * minute; looks += 1) {
      wallet = looks % 2 === 0 ? { USDT: '1025', JPY: '5000', BTC: '1' } : { USDT: '1000', JPY: '5000', BTC: '1' };
      await look(1);
      expect(watch.figures.differing).toEqual([]);
    }
  });

  test('shows though another exchange does not answer, and how long that one was not compared', async () => {
    const { id: exchangeId } = await buildExchange(opened.database, (await buildOrganization(opened.database)).id);
    const { id: silentId } = await buildExchangeAccount(opened.database, {
      organizationId: platformOrganizationId,
      userId: null,
      exchangeId,
    });
    await platform.virtualAccounts.create({ exchangeAccountId: silentId, name: 'silent' });
    const answering = owned;
    owned = [{ organizationId: platformOrganizationId, exchangeAccountId: silentId, exchangeId, epoch: 0 }];
    isSilent = true;
    const hanging = watch.work();
    await expect.poll(() => watch.figures.checkedAt).toEqual(since);
    isSilent = false;
    owned = [...owned, ...answering];
    wallet = { ...wallet, USDT: '1025' };
    clock.advance(5_000);
    await look(2);
    expect(watch.figures.differing).toHaveLength(1);
    expect(watch.figures.checkedAt).toEqual(since);
    clock.advance(10_000);
    await hanging;
    await look(1);
    expect(watch.figures.checkedAt).toEqual(clock.now());
  });
});
