import type { Database } from '@tenbin/db';
import { pause } from '@tenbin/runtime';
import type { FastifyInstance } from 'fastify';
import type { Clock } from './clock.ts';
import { noSniffing } from './security-headers.ts';

const timeoutMs = 2_000;
/** So long an answer of the database serves everybody who asks. */
const rememberMs = 1_000;

/** The same for how much room the audit log takes. */
const rememberRoomMs = 600_000;

type Asked = Pick<Database, 'ping'> & { readonly platform: { readonly auditMonths: Pick<Database['platform']['auditMonths'], 'bytes'> } };

interface Needs {
  readonly database: Asked;
  readonly clock: Pick<Clock, 'elapsedMs' | 'after'>;
}

/**
 * For whoever starts and balances servers: is it alive, and can it serve? `warnings` names what somebody should look at
 * soon: `auditLarge`.
 */
export function registerHealth(
  app: FastifyInstance,
  { database, clock, auditMegabytes }: Needs & { readonly auditMegabytes: number },
): void {
  let measured: { readonly at: number; readonly isLarge: Promise<boolean> } | null = null;
  const isAuditLarge = (): Promise<boolean> => {
    if (!measured || clock.elapsedMs() - measured.at >= rememberRoomMs) {
      const isLarge = Promise.race([
        database.platform.auditMonths.bytes().then(
          (bytes) => bytes > auditMegabytes * 1_000_000,
          () => false,
        ),
        pause(clock, timeoutMs, { unref: true }).then(() => false),
      ]);
      measured = { at: clock.elapsedMs(), isLarge };
    }
    return measured.isLarge;
  };
  let asked: { readonly at: number; readonly isReady: Promise<boolean> } | null = null;
  app.get('/healthz', async (_request, reply) => reply.headers(noSniffing).send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!asked || clock.elapsedMs() - asked.at >= rememberMs) asked = { at: clock.elapsedMs(), isReady: answers({ database, clock }) };
    const isReady = await asked.isReady;
    const warnings = isReady && (await isAuditLarge()) ? { warnings: ['auditLarge'] } : {};
    return reply
      .headers(noSniffing)
      .status(isReady ? 200 : 503)
      .send({ status: isReady ? 'ok' : 'unavailable', ...warnings });
  });
}

const answers = ({ database, clock }: Needs): Promise<boolean> =>
  Promise.race([
    database.ping().then(
      () => true,
      () => false,
    ),
    pause(clock, timeoutMs, { unref: true }).then(() => false),
  ]);
