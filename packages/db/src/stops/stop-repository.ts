import { publishAccounts, type TenantContext } from '../database/tenant-context.ts';
import { askStop } from './ask-stop.ts';
import { readActiveStops, readStops } from './read-stops.ts';
import type { PlatformStops, Stops } from './stops.ts';

export function stopRepository(context: TenantContext): Stops {
  const { organizationId, run } = context;
  return {
    ...readStops(run, organizationId),
    async ask(subject, asked) {
      const id = await askStop(context, { ...subject, ...asked, organizationId });
      // What stops all of somebody's bots is of their plan or account.
      if (subject.scope === 'user') await publishAccounts(context, [subject.userId]);
      return id;
    },
    listActive: (userId) => readActiveStops(run, organizationId, userId),
  };
}

export function platformStopRepository(context: Pick<TenantContext, 'run' | 'publish' | 'clock'>): PlatformStops {
  return {
    ...readStops(context.run, null),
    askAll: (asked) => askStop(context, { ...asked, scope: 'platform', organizationId: null }),
  };
}
