import { getPlatformStop, stopBotsOfPlatform } from '@tenbin/contract';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { askedBy } from '../../stops/asked-by.ts';
import { readStop } from '../../stops/read-stop.ts';

const handleStopPlatform = implementForOperator(stopBotsOfPlatform, async ({ actor, deps }) => ({
  success: true,
  stopId: await deps.database.platform.stops.askAll(askedBy(actor.operatorId, deps)),
}));

const handleGetPlatformStop = implementForOperator(getPlatformStop, ({ params, query, deps }) =>
  readStop(deps.database.platform.stops, params.id, query),
);

export const stopCalls: readonly Implementation[] = [handleStopPlatform, handleGetPlatformStop];
