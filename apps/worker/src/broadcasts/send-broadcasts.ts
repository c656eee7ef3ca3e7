import { type Database, passedOver } from '@tenbin/db';
import { Pace } from './pace.ts';
import { type SendingBroadcasts, sendSome } from './send-some.ts';

/** Every minute, and whenever somebody asks for one. */
export const broadcastTimes = '* * * * *';
/** A job is not to last for hours: another one follows it. */
const runMs = 30 * 60_000;
/** What broke off by a fault of ours waits so long: other mails of its organization are sent meanwhile. */
const brokenRestMs = 5 * 60_000;

export interface BroadcastSettings extends SendingBroadcasts {
  readonly db: Pick<Database, 'platform' | 'forOrganization' | 'jobs'>;
  /** Mails a second, of all organizations together. */
  readonly perSecond: number;
}

/**
 * Sends what is due of all organizations, a few mails of each in turn, until nothing is due. By one process at a time; where
 * another has not noticed yet that it is not its job any more, no mail is begun by both.
 */
export async function sendBroadcasts(given: BroadcastSettings, signal: AbortSignal): Promise<void> {
  const { db, clock } = given;
  const pace = new Pace(given.perSecond, clock);
  const beganAt = clock.now().getTime();
  while (!signal.aborted) {
    const due = await db.platform.broadcasts.listDue(clock.now());
    if (due.length === 0) return;
    if (clock.now().getTime() - beganAt > runMs) return db.jobs.wake('broadcasts');
    for (const { organizationId, id } of due) {
      if (signal.aborted) return;
      try {
        await sendNext({ organizationId, id }, { ...given, pace, signal });
      } catch (error) {
        passedOver('broadcasts', given).error({ organizationId, broadcastId: id, err: error }, 'broadcast.failed');
        await db.forOrganization(organizationId).broadcasts.postpone(id, new Date(clock.now().getTime() + brokenRestMs));
      }
    }
  }
}

async function sendNext(
  { organizationId, id }: { readonly organizationId: string; readonly id: string },
  given: BroadcastSettings & { readonly pace: Pace; readonly signal: AbortSignal },
): Promise<void> {
  const { db, clock, log } = given;
  const own = db.forOrganization(organizationId);
  const started = await own.broadcasts.start(id, clock.now());
  if (started) log.info({ organizationId, broadcastId: id, recipients: started.recipients ?? 0 }, 'broadcast.started');
  const broadcast = started ?? (await own.broadcasts.find(id));
  if (broadcast?.state === 'sending') await sendSome(broadcast, own, given);
}
