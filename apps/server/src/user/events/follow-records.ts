import type { LiveEvent } from '@tenbin/contract';
import type { BotRow } from '@tenbin/db';
import type { Log } from '@tenbin/telemetry';
import { recordReply } from '../../bots/record-reply.ts';
import type { Actor } from '../../route/caller.ts';

/** More new records than this at once are not sent one by one: the `bot` event makes the page read anew. */
const maxAtOnce = 20;

/**
 * Sends each contract record that comes from now on, once.
 *
 * @param given - `bots`: as they are now; one that is not among them has no records yet
 */
export function followRecords(
  { organization }: Actor,
  { bots, send, log }: { bots: readonly BotRow[]; send: (event: LiveEvent) => void; log: Log },
): { onRecord(botId: string): void } {
  /** By bot: the number of the record that was sent last, and the reading that is under way. */
  const sent = new Map(bots.map(({ id, executionCount }) => [id, executionCount]));
  const reading = new Map<string, Promise<void>>();

  async function sendNew(botId: string): Promise<void> {
    const newest = await organization.records.list(botId, { offset: 0, limit: maxAtOnce });
    const last = sent.get(botId) ?? 0;
    const fresh = newest.filter(({ number }) => number > last);
    for (const record of fresh.reverse()) {
      send({ type: 'record', botId, record: recordReply(record) });
      sent.set(botId, record.number);
    }
  }

  return {
    onRecord(botId) {
      // One after the other, so that none is sent twice.
      const after = (reading.get(botId) ?? Promise.resolve()).then(() => sendNew(botId));
      const settled = after.catch((error: unknown) => log.warn({ botId, err: error }, 'events.read_failed'));
      reading.set(botId, settled);
    },
  };
}
