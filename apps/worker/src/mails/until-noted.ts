import { pause, type Runtime } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';

/** A database that is away while the mail server has taken a mail is asked again so often: else it would be sent twice. */
const noteAgainMs = 1_000;

interface Noting {
  readonly clock: Pick<Runtime, 'after'>;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** Notes that the mail server has taken a mail. @throws the last failure, once the signal is aborted */
export async function untilNoted<Noted>(note: () => Promise<Noted>, { clock, log, signal }: Noting): Promise<Noted> {
  for (;;) {
    try {
      return await note();
    } catch (error) {
      log.warn({ err: error }, 'mail.mark_failed');
      if (signal.aborted) throw error;
      await pause(clock, noteAgainMs, { signal });
    }
  }
}
