import type { LiveEvent } from '@tenbin/contract';
import type { Log } from '../log.ts';
import { recordReply } from '../record-reply.ts';
import type { Actor } from '../route/caller.ts';

/** More new records than this at once are not sent one by one: the `bot` event makes the page read anew. */
const mostAtOnce = 20;

/** Sends each contract record that comes from now on, once. */
export function followRecords(
  { organization }: Actor,
  { send, log }: { send: (event: LiveEvent) => void; log: Log },
): { onRecord(botId: string): void } {
  /** By bot: the number of the record that was sent last, and the reading that is under way. */
  const sent = new Map<string, number>();
  const reading = new Map<string, Promise<void>>();

  async function sendNew(botId: string): Promise<void> {
    const newest = await organization.records.list(botId, { offset: 0, limit: mostAtOnce });
    const last = sent.get(botId);
    const fresh = last === undefined ? newest.slice(0, 1) : newest.filter(({ number }) => number > last);
    for (const record of fresh.reverse()) {
      send({ type: 'record', botId, record: recordReply(record) });
      sent.set(botId, record.number);
    }
  }

  return {
    onRecord(botId) {
      // One after the other, so that none is sent twice.
      const after = (reading.get(botId) ?? Promise.resolve()).then(() => sendNew(botId));
      const settled = after.catch((error: unknown) => log.warn({ botId, error: String(error) }, 'events.notRead'));
      reading.set(botId, settled);
    },
  };
}
