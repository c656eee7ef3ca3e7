import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { inboxPage } from './inbox-page.ts';
import { readInbox } from './read-inbox.ts';
import { languageOfPage } from './trial-page.ts';

/** `GET /trial/inbox`, in a trial only. */
export function registerInboxPage(app: FastifyInstance, deps: ServerContext): void {
  if (!deps.trial) return;
  app.get('/trial/inbox', async (request, reply) => {
    const page = inboxPage(await readInbox(deps), languageOfPage(request));
    return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page);
  });
}
