import { listStandingStops } from '@tenbin/contract';
import { type Implementation, implement } from '../../route/implement.ts';
import { standingStopReply } from '../../stops/read-stop.ts';

const handleListStanding = implement(listStandingStops, async ({ actor }) =>
  (await actor.organization.stops.listStanding(actor.userId)).map(standingStopReply),
);

export const stopCalls: readonly Implementation[] = [handleListStanding];
