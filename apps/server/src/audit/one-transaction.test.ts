import { openTestDatabase } from '@tenbin/testkit';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { botsOf } from '../testing/bots-of.ts';
import { goodPassword, startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';

let server: TestServer;
let client: Client;
let trader: TestUser;
let botId: string;
beforeAll(async () => {
  const opened = await openTestDatabase('postgres');
  server = await startTestServer({ opened });
  client = new Client({ connectionString: opened.options.databaseUrl });
  await client.connect();
  await client.query(`
    create table lost_entries (action text);
    create function lose_entry() returns trigger language plpgsql as $$ begin
      if exists (select from lost_entries l where l.action = new.action) then raise 'the entry is lost'; end if;
      return new;
    end $$;
    create trigger lose_entry before insert on audit_entries for each row execute function lose_entry();
    grant select on lost_entries to tenbin_tenant;
  `);
  trader = await server.makeUser();
  botId = await botsOf(server, trader).made();
});
afterAll(async () => {
  await client.end();
  await server.close();
});

const own = () => server.database.forOrganization(server.tenbin.id);
const sessionsOf = async (surface: 'user' | 'organization', subjectId: string) =>
  (await server.database.platform.sessions.listOf({ surface, subjectId })).length;

interface Act {
  readonly action: string;
  /** Asks for it. */
  readonly ask: () => Promise<{ readonly status: number }>;
  /** What it changes. */
  readonly state: () => Promise<unknown>;
  /** Of an organization's administrator, unless given. */
  readonly actor?: 'operator';
}

/** By staff, at whoever is theirs. */
async function acts(): Promise<readonly Act[]> {
  const key = await server.makeAdministrator();
  const asAdministrator = (method: string, path: string, body?: object) =>
    server.call(method, `/admin/${path}`, { key, surface: 'organization', ...(body && { body }) });
  const self = (await asAdministrator('GET', 'administrators/self')).body._id;
  const second = await server.call('POST', '/admin/organizations/signin', {
    body: {
      email: (await asAdministrator('GET', 'administrators/self')).body.email,
      password: goodPassword,
      organization: server.tenbin.id,
    },
  });
  expect(second.status).toBe(200);
  const isActive = async () => (await own().bots.require(trader.id, botId)).active;
  const ofTrader = () => sessionsOf('user', trader.id);
  await own().factors.replaceRecoveryCodes(trader.id, ['hash']);
  const recoveryCodes = () => own().factors.countRecoveryCodes(trader.id);
  const ofSelf = () => sessionsOf('organization', self);
  const operator = await server.makeOperator();
  const stopAll = () => server.call('PUT', '/ango-ya/bots/stop_all', { key: operator, surface: 'operator' });
  return [
    { action: 'startBotAsAdministrator', ask: () => asAdministrator('PUT', `bots/${botId}/start`), state: isActive },
    { action: 'stopBotsOfPlatform', ask: stopAll, state: isActive, actor: 'operator' },
    { action: 'startBotAsAdministrator', ask: () => asAdministrator('PUT', `bots/${botId}/start`), state: isActive },
    { action: 'stopBotAsAdministrator', ask: () => asAdministrator('PUT', `bots/${botId}/stop`), state: isActive },
    { action: 'startBotAsAdministrator', ask: () => asAdministrator('PUT', `bots/${botId}/start`), state: isActive },
    { action: 'stopBotsOfUser', ask: () => asAdministrator('PUT', `users/${trader.id}/stop`), state: isActive },
    { action: 'startBotAsAdministrator', ask: () => asAdministrator('PUT', `bots/${botId}/start`), state: isActive },
    { action: 'stopBotsOfOrganization', ask: () => asAdministrator('PUT', 'bots/stop_all'), state: isActive },
    { action: 'endSessionsOfUser', ask: () => asAdministrator('DELETE', `users/${trader.id}/sessions`), state: ofTrader },
    {
      action: 'removeFactorsOfUser',
      ask: () => asAdministrator('DELETE', `users/${trader.id}/factors`, { reason: 'Lost' }),
      state: recoveryCodes,
    },
    { action: 'endOtherAdministratorSessions', ask: () => asAdministrator('DELETE', 'administrators/self/sessions'), state: ofSelf },
    { action: 'signOutAdministrator', ask: () => asAdministrator('DELETE', 'organizations/session'), state: ofSelf },
  ];
}

test('what staff did is done only with its entry: where the entry is lost, nothing was done', async () => {
  for (const { action, ask, state, actor = 'administrator' } of await acts()) {
    const before = await state();
    await client.query('insert into lost_entries values ($1)', [action]);
    expect([action, (await ask()).status]).toEqual([action, 500]);
    expect([action, await state()]).toEqual([action, before]);
    await client.query('delete from lost_entries');
    expect([action, (await ask()).status]).toEqual([action, 200]);
    expect([action, await state()]).not.toEqual([action, before]);
    const { audit } = actor === 'operator' ? server.database.platform : own();
    const entries = await audit.list({ offset: 0, limit: 10 }, { actions: [action] });
    expect(entries[0]).toMatchObject({ action, refusal: null, actor });
  }
});
