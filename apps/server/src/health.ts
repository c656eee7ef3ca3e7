import type { Database } from '@tenbin/db';
import type { FastifyInstance } from 'fastify';

const patienceMs = 2_000;
/** So long an answer of the database serves everybody who asks. */
const rememberMs = 1_000;

/** For whoever starts and balances servers: is it alive, and can it serve? */
export function registerHealth(app: FastifyInstance, database: Database): void {
  let asked: { readonly at: number; readonly isReady: Promise<boolean> } | null = null;
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    if (!asked || performance.now() - asked.at >= rememberMs) asked = { at: performance.now(), isReady: answers(database) };
    const isReady = await asked.isReady;
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });
}

const answers = (database: Database): Promise<boolean> =>
  Promise.race([
    database.ping().then(
      () => true,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false).unref()),
  ]);
