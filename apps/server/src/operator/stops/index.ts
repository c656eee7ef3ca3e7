import { getPlatformStop, stopBotsOfPlatform } from '@tenbin/contract';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { askedBy } from '../../stops/asked-by.ts';
import { readStop } from '../../stops/read-stop.ts';

/** The stop and what is written down of it are one transaction. */
const handleStopPlatform = implementForOperator(stopBotsOfPlatform, async ({ actor, deps, audit }) => {
  const stopId = await deps.database.platform.transaction(async (within) => {
    const asked = await within.stops.askAll(askedBy(actor.operatorId, deps));
    audit.add({ stopId: asked });
    await audit.storeIn(within.own);
    return asked;
  });
  return { success: true, stopId };
});

const handleGetPlatformStop = implementForOperator(getPlatformStop, ({ params, query, deps }) =>
  readStop(deps.database.platform.stops, params.id, query),
);

export const stopCalls: readonly Implementation[] = [handleStopPlatform, handleGetPlatformStop];
