import { listActiveStops } from '@tenbin/contract';
import { type Implementation, implement } from '../../route/implement.ts';
import { activeStopReply } from '../../stops/read-stop.ts';

const handleListActive = implement(listActiveStops, async ({ actor }) =>
  (await actor.organization.stops.listActive(actor.userId)).map(activeStopReply),
);

export const stopCalls: readonly Implementation[] = [handleListActive];
