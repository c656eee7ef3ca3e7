import { buildExchangeAccount, buildTenant, openTestDatabase, type Tenant, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exchangeUserOf } from './exchange-accounts.ts';

describe.each(testEngines)('whose an account at an exchange is, on %s', (engine) => {
  let opened: TestDatabase;
  let a: Tenant;
  let b: Tenant;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    [a, b] = [await buildTenant(opened.database), await buildTenant(opened.database)];
  });

  const of = ({ organization }: Tenant) => opened.database.forOrganization(organization.id).exchangeAccounts;
  const note = (tenant: Tenant, exchangeUser: string) => of(tenant).setExchangeUser(tenant.account.id, exchangeUser);
  const later = () => new Date(Date.now() + 60_000);

  test('is one over all organizations, however many say so at once', async () => {
    const outcomes = await Promise.allSettled([note(a, 'binance 1'), note(b, 'binance 1')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'exchangeAccountInUse' } });
    const [taken, free] = outcomes[0].status === 'fulfilled' ? [a, b] : [b, a];
    await opened.database.platform.exchangeUsers.release('binance 1', { before: later() });
    await expect(note(free, 'binance 1')).rejects.toMatchObject({ code: 'exchangeAccountInUse' });
    expect(await of(taken).findByExchangeUser('binance 1')).toMatchObject({ id: taken.account.id });
    expect(await of(free).findByExchangeUser('binance 1'), 'another tenant’s row is not there').toBeNull();
  });

  test('is let go of where no bot uses it, and it was not entered just now', async () => {
    const { organization, exchange, user } = a;
    const unused = await buildExchangeAccount(opened.database, {
      organizationId: organization.id,
      userId: user.id,
      exchangeId: exchange.id,
    });
    await of(a).setExchangeUser(unused.id, 'binance 2');
    const { exchangeUsers } = opened.database.platform;
    await exchangeUsers.release('binance 2', { before: new Date(0) });
    await expect(note(b, 'binance 2')).rejects.toMatchObject({ code: 'exchangeAccountInUse' });
    await exchangeUsers.release('binance 2', { before: later() });
    await note(b, 'binance 2');
    expect(await of(a).find(unused.id)).toMatchObject({ exchangeUser: null });
  });

  test('is told apart by the exchange’s address as well', () => {
    expect(exchangeUserOf({ ccxtId: 'binance', baseUrl: null }, '7')).toBe('binance 7');
    expect(exchangeUserOf({ ccxtId: 'binance', baseUrl: 'http://venue' }, '7')).toBe('binance http://venue 7');
  });
});
