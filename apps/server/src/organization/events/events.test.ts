import { channels } from '@tenbin/bots';
import type { OrganizationEvent, PlatformEvent } from '@tenbin/contract';
import { buildTenant, type Tenant } from '@tenbin/testkit';
import { createParser } from 'eventsource-parser';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/start-test-server.ts';

let server: TestServer;
let own: Tenant;
let stranger: Tenant;
const left: AbortController[] = [];
beforeAll(async () => {
  server = await startTestServer();
  [own, stranger] = [await buildTenant(server.database), await buildTenant(server.database)];
});
afterEach(() => {
  for (const one of left.splice(0)) one.abort();
});
afterAll(() => server.close());

async function watch<Event extends OrganizationEvent | PlatformEvent>(path: string, headers: Record<string, string>): Promise<Event[]> {
  const abort = new AbortController();
  left.push(abort);
  const response = await fetch(server.url + path, { headers, signal: abort.signal });
  expect(response.status).toBe(200);
  const events: Event[] = [];
  const read = async () => {
    const { feed } = createParser({ onEvent: ({ data }) => void events.push(JSON.parse(data)) });
    for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) feed(text);
  };
  void read().catch((error: unknown) => {
    if (!abort.signal.aborted) throw error;
  });
  await expect.poll(() => events.length).toBe(1);
  return events;
}

const publish = ({ organization, user, bot }: Tenant) =>
  server.database.notify(
    channels.botNews,
    JSON.stringify({ organizationId: organization.id, userId: user.id, botId: bot.id, changed: ['orders'] }),
  );

test('an administrator sees how the organization’s bots stand when they change, and nobody else’s', async () => {
  const events = await watch<OrganizationEvent>('/admin/events', {
    'x-organization-key': await server.makeAdministrator(own.organization),
  });
  await publish(stranger);
  await publish(own);
  await publish(own);
  const { id: botId, name } = own.bot;
  const changed = { type: 'bot', botId, name, user: own.user.id, state: 'stopped', active: false };
  // On a machine that was busy between them the two are told one after the other.
  const told = () => [...new Set(events.slice(1).map((event) => JSON.stringify(event)))].map((event) => JSON.parse(event));
  await expect.poll(told).toEqual([{ ...changed, openOrderCount: 0, executionCount: 0, lastFillAt: null }]);
});

test('an operator sees all of them', async () => {
  const events = await watch<PlatformEvent>('/ango-ya/events', { 'x-ango-ya-key': await server.makeOperator('observer') });
  await publish(own);
  await publish(stranger);
  await expect
    .poll(() => events.flatMap((event) => (event.type === 'bot' ? [event.organization] : [])).sort())
    .toEqual([own.organization.id, stranger.organization.id].sort());
});

test('a bot that was deleted is told as gone', async () => {
  const key = await server.makeAdministrator(stranger.organization);
  const events = await watch<OrganizationEvent>('/admin/events', { 'x-organization-key': key });
  await server.database.forOrganization(stranger.organization.id).bots.delete(stranger.user.id, stranger.bot.id);
  await publish(stranger);
  await expect.poll(() => events.at(-1)).toEqual({ type: 'botDeleted', botId: stranger.bot.id });
});
