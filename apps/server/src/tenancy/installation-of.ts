import type { getInstallation, RouteReply } from '@tenbin/contract';
import { draftTenant } from '../brands/draft-tenant.ts';
import type { ServerContext } from '../context.ts';
import { Refusal } from '../route/refusal.ts';
import type { Visit } from './tenancy.ts';

/**
 * What the pages must know before they paint.
 *
 * @param draft - in the address of a brand's draft
 * @throws {Refusal} `notFound` where that draft is over
 */
export async function installationOf(
  deps: Pick<ServerContext, 'clock' | 'database' | 'organizations' | 'tenancy' | 'trial'>,
  visit: Visit,
  draft?: string | undefined,
): Promise<RouteReply<typeof getInstallation>> {
  const tenant = draft === undefined ? await deps.tenancy.tenantOf(visit) : await draftTenant(draft, visit, deps);
  if (!tenant) throw new Refusal('notFound');
  const { brand, organization } = tenant;
  return {
    organization: organization.id,
    organizationName: organization.name,
    brand: { ...brand },
    isDraft: draft !== undefined,
    trial: deps.trial && { timeScale: deps.trial.timeScale, inbox: '/trial/inbox' },
  };
}
