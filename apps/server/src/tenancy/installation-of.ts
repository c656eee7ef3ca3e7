import type { getInstallation, RouteReply } from '@tenbin/contract';
import type { ServerContext } from '../context.ts';
import type { Visit } from './tenancy.ts';

/** What the pages must know before they paint. */
export async function installationOf(
  deps: Pick<ServerContext, 'tenancy' | 'trial'>,
  visit: Visit,
): Promise<RouteReply<typeof getInstallation>> {
  const { brand, organization } = await deps.tenancy.tenantOf(visit);
  return {
    organization: organization.id,
    organizationName: organization.name,
    brand: { ...brand },
    trial: deps.trial && { timeScale: deps.trial.timeScale, inbox: '/trial/inbox' },
  };
}
