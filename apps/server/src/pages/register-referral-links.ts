import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context.ts';
import { callerOf } from '../route/caller.ts';

/** `GET /r/{code}`: sign-up with the code filled in, where the brand has an affiliate programme. */
export function registerReferralLinks(app: FastifyInstance, { tenancy, trial }: Pick<ServerContext, 'tenancy' | 'trial'>): void {
  app.get<{ Params: { code: string } }>('/r/:code', async (request, reply) => {
    const { brand } = await tenancy.tenantOf(callerOf(request).visit);
    if (!brand.features.affiliate) return reply.callNotFound();
    const search = new URLSearchParams({ code: request.params.code, ...(trial && { brand: brand.wlKey }) });
    return reply.header('cache-control', 'no-store').redirect(`/sign-up?${search}`);
  });
}
