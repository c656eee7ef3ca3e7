import type { RunStatement } from '../database/connection.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { askStop } from './ask-stop.ts';
import { readActiveStops, readStops } from './read-stops.ts';
import type { PlatformStops, Stops } from './stops.ts';

export function stopRepository({ organizationId, run }: TenantContext): Stops {
  return {
    ...readStops(run, organizationId),
    ask: (subject, asked) => askStop(run, { ...subject, ...asked, organizationId }),
    listActive: (userId) => readActiveStops(run, organizationId, userId),
  };
}

export function platformStopRepository(run: RunStatement): PlatformStops {
  return {
    ...readStops(run, null),
    askAll: (asked) => askStop(run, { ...asked, scope: 'platform', organizationId: null }),
  };
}
