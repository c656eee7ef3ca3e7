import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';

/** The name says what is in it: it never changes, and is asked for once. */
const forEver = 'public, max-age=31536000, immutable';

/** Logos that organizations have given their brands. Anybody may see them, as in mails; a picture is all that a browser takes them for. */
export function registerBrandPictures(
  app: FastifyInstance,
  { database, organizations }: Pick<ServerContext, 'database' | 'organizations'>,
): void {
  app.get<{ Params: { slug: string; hash: string } }>('/brands/:slug/:hash(^[0-9a-f]{64}).png', async ({ params }, reply) => {
    const organization = await organizations.findBySlug(params.slug);
    const bytes = organization && (await database.forOrganization(organization.id).brandKits.findPicture(params.hash));
    if (!bytes) throw new Refusal('notFound');
    return reply
      .headers({
        'cache-control': forEver,
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'content-disposition': 'inline',
      })
      .type('image/png')
      .send(Buffer.from(bytes));
  });
}
