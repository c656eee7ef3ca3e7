import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { Brand } from '@tenbin/brand';
import { html } from '@tenbin/mail';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftIn, draftTenant } from '../brands/draft-tenant.ts';
import { registerBrandPictures } from '../brands/register-pictures.ts';
import type { ServerContext } from '../context.ts';
import type { AntiForgery } from '../route/anti-forgery.ts';
import { asksForPage } from '../route/asks-for-page.ts';
import { callerOf } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { basePaths, type OwnSurface, surfaceAt } from '../surfaces.ts';
import { installationOf } from '../tenancy/installation-of.ts';
import { fillStartPage } from './fill-start-page.ts';
import type { PagePolicies } from './page-policy.ts';
import { plainPage } from './plain-page.ts';

interface Settings {
  /** Whose pages are shown here. */
  readonly surfaces: readonly OwnSurface[];
  /** Folders of the built front ends. */
  readonly pages: Readonly<Record<OwnSurface, string>>;
  readonly brandsDir: string;
  readonly policies: PagePolicies;
  readonly antiForgery: AntiForgery;
  readonly deps: Pick<ServerContext, 'clock' | 'database' | 'log' | 'organizations' | 'tenancy' | 'trial' | 'urlOf'>;
}

/** Paths that never are pages of the console. */
const apiPath = /^\/(?:api|admin|ango-ya|trial|webhooks|docs|brands|assets)(?:\/|$)/;

const isRead: ReadonlySet<string> = new Set(['GET', 'HEAD']);

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>Not built</title>
<body style="font-family:system-ui;margin:3rem"><h1>These pages are not built yet</h1><p>Run <code>npm run build</code>, then load this page again. The API is there: <a href="/docs">/docs</a>.</p></body></html>`;

/** Administrators and operators have pages where their calls are: a browser that goes to one gets the start page, which finds the screen. */
export function staffPagePath({ url = '/', method = '', headers }: Pick<IncomingMessage, 'url' | 'method' | 'headers'>): string {
  const { path, search } = partsOf(url);
  const surface = surfaceAt(path);
  const base = basePaths[surface];
  const isPage = surface !== 'user' && isRead.has(method) && asksForPage({ headers }) && !path.startsWith(`${base}assets/`);
  return isPage ? `${base}${search}` : url;
}

/**
 * The pages of the front ends. Every address below theirs that is no file and no call is their own: it gets the start
 * page, which finds the screen. Built files carry their hash in the name and are kept for ever.
 */
export async function registerPages(app: FastifyInstance, settings: Settings): Promise<void> {
  const { surfaces, pages, brandsDir } = settings;
  // Mails show them wherever they are read.
  const brandFiles = { root: brandsDir, prefix: '/brands/', maxAge: '5m', index: false, allowedPath: isPicture } as const;
  await app.register(async (within) => {
    within.addHook('onRequest', async (_, reply) => void reply.header('cross-origin-resource-policy', 'cross-origin'));
    await within.register(fastifyStatic, { ...brandFiles, decorateReply: false });
  });
  registerBrandPictures(app, settings.deps);
  for (const surface of surfaces) {
    const root = join(pages[surface], 'assets');
    if (!(await isThere(root))) continue;
    const built = { root, prefix: `${basePaths[surface]}assets/`, maxAge: '365d', immutable: true, preCompressed: true } as const;
    await app.register(fastifyStatic, { ...built, index: false, decorateReply: false });
  }
  if (surfaces.includes('user')) app.get('/push-worker.js', (_, reply) => sendPushWorker(reply, pages.user));
  for (const surface of surfaces)
    app.get(basePaths[surface], async (request, reply) => {
      if (surface !== 'user' && !asksForPage(request)) throw new Refusal('notFound');
      return sendStartPage(request, reply, { ...settings, surface });
    });
  app.setNotFoundHandler(async (request, reply) => {
    const { path } = partsOf(request.originalUrl);
    if (!surfaces.includes(surfaceAt(path))) throw new Refusal('otherPort');
    if (!surfaces.includes('user') || !isRead.has(request.method) || apiPath.test(path)) throw new Refusal('notFound');
    return sendStartPage(request, reply, { ...settings, surface: 'user' });
  });
}

/** The script that a browser keeps for what it is told while no page is open. At the top, since it is to open any page below. */
async function sendPushWorker(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const script = await readFile(join(folder, 'push-worker.js'), 'utf8').catch(nullIfMissing);
  if (script === null) throw new Refusal('notFound');
  return reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script);
}

async function sendStartPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { surface, pages, policies, antiForgery, deps }: Settings & { readonly surface: OwnSurface },
): Promise<FastifyReply> {
  antiForgery.offer(request, reply);
  const { path } = partsOf(request.originalUrl);
  const draft = surface === 'operator' ? null : draftIn(path, basePaths[surface]);
  const page = await readFile(join(pages[surface], 'index.html'), 'utf8').catch(nullIfMissing);
  // While the database is away the page comes without it, asks for it, and says what the matter is.
  const withoutIt = (error: unknown): null => {
    deps.log.warn({ err: error }, 'start_page.fill_failed');
    return null;
  };
  const { visit } = callerOf(request);
  if (draft && !(await draftTenant(draft.token, visit, deps))) return sendDraftIsOver(request, reply, deps);
  const installation = page && (await installationOf(deps, visit, draft?.token).catch(withoutIt));
  const takesPayments = installation ? (installation.brand as unknown as Brand).features.paypal : false;
  return reply
    .status(page ? 200 : 503)
    .headers(policies.of(surface, path, { takesPayments, isDraft: draft !== null }))
    .headers({ 'cache-control': draft ? 'no-store' : 'no-cache', ...(surface !== 'user' && { vary: 'accept' }) })
    .type('text/html; charset=utf-8')
    .send(page ? (installation ? fillStartPage(page, installation) : page) : notBuilt);
}

/** Its address has ended, or never was one. */
async function sendDraftIsOver(request: FastifyRequest, reply: FastifyReply, { tenancy, urlOf }: Settings['deps']): Promise<FastifyReply> {
  const { visit, language } = callerOf(request);
  const { brand } = await tenancy.tenantOf(visit);
  const { title, says, home } = draftIsOver[language];
  const body = html`<p>${says}</p><p><a href="${urlOf(brand, '/')}">${home}</a></p>`;
  return reply
    .status(404)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(plainPage({ language, brand, title, body }));
}

const draftIsOver = {
  ja: {
    title: 'この下書きは表示できません',
    says: '公開または破棄されたか、表示期限が過ぎています。新しいアドレスは管理者にご確認ください。',
    home: '公開中のページを開く',
  },
  en: {
    title: 'This draft is not shown any more',
    says: 'It was published or discarded, or its time is over. Ask the administrator for a new address.',
    home: 'Open the published pages',
  },
} as const;

function partsOf(url: string): { readonly path: string; readonly search: string } {
  const path = url.split('?', 1)[0] ?? '/';
  return { path, search: url.slice(path.length) };
}

/** A brand's settings and texts are in its folder as well; only pictures are served. */
const isPicture = (path: string): boolean => /^\/[a-z0-9-]+\/[\w.-]+\.(?:svg|png|jpe?g|webp|ico)$/.test(path);

const isThere = async (path: string): Promise<boolean> => (await stat(path).catch(nullIfMissing)) !== null;

/** Whatever else keeps a file from being read is no page that is missing: it is thrown, and so logged. */
function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
