import { createHash } from 'node:crypto';
import { route } from '@tenbin/contract/reference';
import { systemRuntime } from '@tenbin/runtime';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { ServerContext } from '../context.ts';
import { createAntiForgery } from './anti-forgery.ts';
import { createDeviceCookie } from './device-cookie.ts';
import { implementPublic } from './implement.ts';
import { readJsonOnly } from './read-body.ts';
import { registerRoute } from './register-route.ts';
import { sendError } from './send-error.ts';

const announce = route({
  surface: 'public',
  method: 'POST',
  path: '/webhooks/announce',
  summary: 'What was signed.',
  rawBody: 1_000,
  reply: z.object({ bytes: z.number(), digest: z.string() }),
});
const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const served = implementPublic(announce, async ({ raw }) => ({ bytes: raw.length, digest: digestOf(raw) }));

const log = { info() {}, warn() {}, error() {} };
const deps = {
  auditor: { begin: () => ({ note: { inOrganization() {}, add() {} }, identify() {}, end: async () => {} }) },
  log,
} as unknown as ServerContext;
const app = Fastify();
beforeAll(async () => {
  readJsonOnly(app);
  app.setErrorHandler((error, request, reply) => sendError(error, { request, reply, log, clock: systemRuntime() }));
  registerRoute(app, served, {
    deps,
    antiForgery: createAntiForgery({ isSecure: false }),
    devices: createDeviceCookie({ isSecure: false }),
    secretsInAddresses: true,
  });
  await app.ready();
});
afterAll(() => app.close());

const send = async (payload: Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) => {
  const { statusCode, body } = await app.inject({ method: 'POST', url: '/webhooks/announce', payload, headers });
  return { status: statusCode, body: JSON.parse(body) };
};

test.each([
  ['JSON with spaces that mean nothing', Buffer.from('{ "a" : 1.0 }\n')],
  ['what is no JSON', Buffer.from('{"a":')],
  ['bytes that are no text', Buffer.from([0, 255, 128, 10])],
  ['a field that no object may have', Buffer.from('{"__proto__":{"a":1}}')],
])('a call that takes bytes gets %s as it came', async (_says, bytes) => {
  expect(await send(bytes)).toEqual({ status: 200, body: { bytes: bytes.length, digest: digestOf(bytes) } });
});

test('whatever the body says that it is', async () => {
  for (const headers of [{ 'content-type': 'text/plain' }, { 'content-type': 'application/x-www-form-urlencoded' }, {}] as Record<
    string,
    string
  >[])
    expect((await send(Buffer.from('a=1'), headers)).status).toBe(200);
});

test('nothing is none, and more than the call takes is refused', async () => {
  expect((await send(Buffer.alloc(0))).body.bytes).toBe(0);
  expect(await send(Buffer.alloc(1_001))).toMatchObject({ status: 413, body: { code: 'bodyTooLarge' } });
});
