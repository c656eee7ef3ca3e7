import { banUser } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { type StoredAuditEntry, sayAudit } from '@tenbin/db';
import { silentLog } from '@tenbin/telemetry';
import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Caller } from '../route/caller.ts';
import { goodPassword, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createAuditor } from './auditor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const newest = { offset: 0, limit: 50 };
const ofTenbin = () => server.database.forOrganization(server.tenbin.id).audit.list(newest);
const ofPlatform = () => server.database.platform.audit.list(newest);

/** The entries that an act left. */
async function left(read: () => Promise<StoredAuditEntry[]>, act: () => Promise<unknown>): Promise<StoredAuditEntry[]> {
  const before = new Set((await read()).map(({ id }) => id));
  await act();
  return (await read()).filter(({ id }) => !before.has(id)).reverse();
}

test('every call that changes something is written down, but for questions that are asked with POST; and a download is', () => {
  const left = Object.entries(allRoutes).filter(([, { method, audited }]) => (method === 'GET') === audited);
  expect(left.map(([name]) => name).sort()).toEqual([
    'askForAdministratorPasskey',
    'askForOperatorPasskey',
    'askForPasskey',
    'checkApiKeyByBody',
    'checkApiKeyPrivilegeByBody',
    'countRecipients',
    'createTrialAccount',
    'downloadAudit',
    'downloadBotsOfOrganization',
    'downloadPlatformAudit',
    'downloadRecords',
    'downloadReferrals',
    'downloadTaxRecords',
    'downloadTransactionLogs',
    'downloadUsers',
    'getBalancesByBody',
    'getSuggestedBalanceByBody',
    'getTradingFees',
    'previewEmail',
    'takePaypalWebhook',
    'validateAutoRebalanceConfig',
  ]);
});

describe('signing in', () => {
  test('good and bad is kept, with the account, where it came from and by what', async () => {
    const { id, email } = await server.makeUser();
    const headers = { 'user-agent': `probe ${'x'.repeat(300)}` };
    const attempt = (password: string) => server.call('POST', '/api/users/signin', { body: { email, password }, headers });
    const entries = await left(ofTenbin, async () => {
      await attempt('Wrong1password');
      await attempt(goodPassword);
    });
    const common = { actor: 'visitor', actorId: null, action: 'signIn', network: '127.0.0.1', agent: headers['user-agent'].slice(0, 200) };
    expect(entries).toMatchObject([
      { ...common, refusal: 'emailOrPassword', facts: { accountId: id } },
      { ...common, refusal: null, facts: { accountId: id } },
    ]);
  });

  test('asking for a reset link is one act, using it another', async () => {
    const { id, email } = await server.makeUser();
    const entries = await left(ofTenbin, async () => {
      await server.call('PUT', '/api/users/self/password/reset', { body: { email } });
      await server.call('PUT', '/api/users/self/password/reset', { body: { token: 'never-mailed', password: goodPassword } });
    });
    expect(entries).toMatchObject([
      { action: 'askForResetLink', refusal: null, facts: { accountId: id } },
      { action: 'resetPassword', refusal: 'resetLinkInvalid' },
    ]);
  });

  test('with an address that nobody has keeps neither the address nor the password', async () => {
    const body = { email: 'hunter2@example.jp', password: 'Hunter3password' };
    const [entry] = await left(ofTenbin, () => server.call('POST', '/api/users/signin', { body }));
    expect(entry).toMatchObject({ refusal: 'emailOrPassword', facts: { unknownAccount: expect.stringMatching(/^[0-9a-f]{16}$/) } });
    expect(JSON.stringify(entry)).not.toMatch(/hunter/i);
  });

  test('what is refused before anybody is known fills nothing', async () => {
    const entries = await left(ofTenbin, async () => {
      for (const _ of Array(30).keys()) await server.call('POST', '/api/users/signin', { body: { email: 7 } });
    });
    const ofAll = await left(ofPlatform, async () => {
      for (const _ of Array(30).keys()) await server.call('PUT', '/ango-ya/bots/stop_all', { key: 'x'.repeat(43), surface: 'operator' });
    });
    expect([entries.length, ofAll.length]).toEqual([0, 5]);
  });

  test('what is refused before it is known whom it concerns fills nothing either', async () => {
    const entries = await left(ofTenbin, async () => {
      const body = { email: 'anybody@example.com', password: 'weak' };
      for (const _ of Array(12).keys()) await server.call('POST', '/api/users', { body });
    });
    expect(entries.map(({ refusal }) => refusal)).toEqual(Array(5).fill('weakPassword'));
  });
});

test('one person fills no log: what they may change in a minute is limited, and they can stop all the same', async () => {
  const strict = await startTestServer({ config: { limitFactor: 0.1 } });
  const { key } = await strict.makeUser();
  const statuses: number[] = [];
  for (const _ of Array(20).keys()) statuses.push((await strict.call('PUT', '/api/users/self', { key, body: { language: 'en' } })).status);
  expect(statuses).toEqual([...Array(12).fill(200), ...Array(8).fill(429)]);
  expect((await strict.call('PUT', `/api/bots/${strict.tenbin.id}/stop`, { key })).body.code).toBe('botNotFound');
  const entries = await strict.database.forOrganization(strict.tenbin.id).audit.list(newest);
  expect(entries.filter(({ action }) => action === 'updateSelf')).toHaveLength(17);
  await strict.close();
});

describe('an act of staff', () => {
  test('of an operator is the platform’s, and names the administrator who was invited', async () => {
    const key = await server.makeOperator();
    const administrator = { email: 'boss@example.com' };
    const entries = await left(ofPlatform, async () => {
      await server.call('PUT', `/ango-ya/organizations/${server.kohaku.id}`, { key, surface: 'operator', body: { administrator } });
    });
    expect(entries).toMatchObject([
      {
        actor: 'operator',
        actorId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        action: 'updateOrganization',
        facts: { id: server.kohaku.id, administratorId: expect.any(String), email: 'boss@example.com', role: 'owner' },
      },
    ]);
  });

  test('of an administrator is the organization’s, a refused one too', async () => {
    const key = await server.makeAdministrator();
    const nobody = server.tenbin.id;
    const entries = await left(ofTenbin, async () => {
      await server.call('PUT', '/admin/bots/stop_all', { key, surface: 'organization' });
      await server.call('PUT', `/admin/bots/${nobody}/stop`, { key, surface: 'organization' });
    });
    expect(entries).toMatchObject([
      { actor: 'administrator', action: 'stopBotsOfOrganization', refusal: null },
      { actor: 'administrator', action: 'stopBotAsAdministrator', refusal: 'botNotFound', facts: { id: nobody } },
    ]);
  });
});

test('a key that is stored, replaced or shown, a start and a stop are a user’s acts; no part of a key is kept', async () => {
  const user = await server.makeUser();
  const asked = { key: user.key };
  const { key: apiKey, secret } = server.venue.createAccount();
  const settings = { name: 'bot', exchangeId: server.exchange.id, apiKey, secret, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.01 };
  const entries = await left(ofTenbin, async () => {
    const made = await server.call('POST', '/api/bots', { ...asked, body: settings });
    expect(made.status, made.text).toBe(201);
    const { _id: id } = made.body.bot;
    await server.call('PUT', `/api/bots/${id}`, { ...asked, body: { apiKey, secret, password: goodPassword } });
    await server.call('GET', '/api/bots', asked);
    await server.call('GET', `/api/bots?password=${goodPassword}`, asked);
    await server.call('POST', '/api/bots/keys', { ...asked, body: { password: goodPassword } });
    await server.call('PUT', `/api/bots/${id}/start`, asked);
    await server.call('PUT', `/api/bots/${id}/stop`, asked);
  });
  const [botId, exchangeAccountId] = [entries[0]?.facts.botId, entries[0]?.facts.exchangeAccountId];
  expect(entries.map(({ action, refusal, facts }) => ({ action, refusal, facts }))).toEqual([
    { action: 'createBot', refusal: null, facts: { botId, exchangeAccountId, key: 'stored' } },
    { action: 'updateBot', refusal: null, facts: { id: botId, exchangeAccountId, key: 'replaced' } },
    { action: 'listBots', refusal: null, facts: { shows: 'apiKeys' } },
    { action: 'showApiKeys', refusal: null, facts: { shows: 'apiKeys' } },
    { action: 'startBot', refusal: null, facts: { id: botId } },
    { action: 'stopBot', refusal: null, facts: { id: botId } },
  ]);
  expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([user.id]));
  const text = JSON.stringify(entries);
  for (const part of [apiKey.slice(-8), secret.slice(-8), goodPassword]) expect(text).not.toContain(part);
});

describe('an act whose entry is written in its own transaction', () => {
  const caller: Caller = {
    address: '127.0.0.1',
    agent: null,
    language: 'en',
    visit: {} as Caller['visit'],
    keepDevice: () => null,
  };
  const begun = () => {
    const { database, clock } = server;
    const auditor = createAuditor({ database, clock, log: silentLog });
    const call = auditor.begin(banUser, { params: { id: server.tenbin.id } } as FastifyRequest, caller);
    call.note.inOrganization(server.tenbin.id);
    return call;
  };
  const own = () => server.database.forOrganization(server.tenbin.id);

  test('is never said to be refused where something failed after it: that is an entry of its own', async () => {
    const { note, end } = begun();
    const entries = await left(ofTenbin, async () => {
      await own().transaction((within) => note.storeIn(within));
      await end('internal');
    });
    expect(entries.map(({ action, refusal, facts }) => [action, refusal, facts])).toEqual([
      ['banUser', null, { id: server.tenbin.id }],
      ['banUser', null, { id: server.tenbin.id, failedAfterwards: 'internal' }],
    ]);
  });

  test('is refused where its transaction was taken back', async () => {
    const { note, end } = begun();
    const entries = await left(ofTenbin, async () => {
      const act = own().transaction(async (within) => {
        await note.storeIn(within);
        throw new Error('on second thoughts');
      });
      await expect(act).rejects.toThrow('on second thoughts');
      await end('internal');
    });
    expect(entries.map(({ action, refusal }) => [action, refusal])).toEqual([['banUser', 'internal']]);
  });
});

test('an entry is said as one line of JSON', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const at = new Date('2026-01-02T03:04:05Z');
  const nobody = { actorId: null, role: null, sessionId: null, reason: null };
  const nothing = { id: 'id', organizationId: null, ...nobody, refusal: null, network: null, agent: 'a\nb', facts: {} };
  sayAudit({ ...nothing, at, actor: 'worker', action: 'stopBot' });
  const [[line]] = write.mock.calls as [[string]];
  write.mockRestore();
  expect(line).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(line)).toMatchObject({ audit: 'stopBot', at: '2026-01-02T03:04:05.000Z', agent: 'a\nb' });
});
