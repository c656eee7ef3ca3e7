import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AntiForgery } from '../route/anti-forgery.ts';
import { Refusal } from '../route/refusal.ts';

interface Settings {
  /** Folder of the built console. */
  readonly consoleDir: string;
  readonly brandsDir: string;
  readonly antiForgery: AntiForgery;
}

/** Paths that never are pages of the console. */
const apiPath = /^\/(?:api|admin|ango-ya|trial|webhooks|docs|brands|assets)(?:\/|$)/;

const isRead: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>Not built</title>
<body style="font-family:system-ui;margin:3rem"><h1>The console is not built yet</h1><p>Run <code>npm run build</code>, then load this page again. The API is there: <a href="/docs">/docs</a>.</p></body></html>`;

/**
 * The console's pages. Every address that is no file and no call is the console's own: it gets the start page, which
 * finds the screen. Built files carry their hash in the name and are kept for ever.
 */
export async function registerPages(app: FastifyInstance, { consoleDir, brandsDir, antiForgery }: Settings): Promise<void> {
  const brandFiles = { root: brandsDir, prefix: '/brands/', maxAge: '5m', index: false, allowedPath: isPicture } as const;
  await app.register(fastifyStatic, { ...brandFiles, decorateReply: false });
  if (await isThere(join(consoleDir, 'assets'))) {
    const built = { root: join(consoleDir, 'assets'), prefix: '/assets/', maxAge: '365d', immutable: true, preCompressed: true } as const;
    await app.register(fastifyStatic, { ...built, index: false, decorateReply: false });
  }

  const startPage = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? '/';
    if (!isRead.has(request.method) || apiPath.test(path)) throw new Refusal('notFound');
    antiForgery.offer(request, reply);
    const page = await readFile(join(consoleDir, 'index.html')).catch(nullIfMissing);
    return reply
      .status(page ? 200 : 503)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(page ?? notBuilt);
  };
  app.get('/', startPage);
  app.setNotFoundHandler({ preHandler: app.rateLimit() }, startPage);
}

/** A brand's settings and texts are in its folder as well; only pictures are served. */
const isPicture = (path: string): boolean => /^\/[a-z0-9-]+\/[\w.-]+\.(?:svg|png|jpe?g|webp|ico)$/.test(path);

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(nullIfMissing)) !== null;

/** Whatever else keeps a file from being read is no page that is missing: it is thrown, and so logged. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
