import { listActiveStops } from '@tenbin/contract';
import { type Implementation, implement } from '../../route/implement.ts';
import { activeStopReply } from '../../stops/read-stop.ts';

const handleListActive = implement(listActiveStops, async ({ actor: { organization, userId } }) => {
  const [stops, owner] = await Promise.all([organization.stops.listActive(userId), organization.organization()]);
  return stops.map((stop) => activeStopReply(stop, owner));
});

export const stopCalls: readonly Implementation[] = [handleListActive];
