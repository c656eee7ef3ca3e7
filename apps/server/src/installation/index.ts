import { getInstallation } from '@tenbin/contract';
import { type Implementation, implementPublic } from '../route/implement.ts';

const handleGetInstallation = implementPublic(getInstallation, async ({ deps, caller }) => {
  const { brand, organization } = await deps.tenancy.tenantOf(caller.visit);
  return {
    organization: organization.id,
    organizationName: organization.name,
    brand: { ...brand },
    trial: deps.trial && { timeScale: deps.trial.timeScale, inbox: '/trial/inbox' },
  };
});

export const installationCalls: readonly Implementation[] = [handleGetInstallation];
