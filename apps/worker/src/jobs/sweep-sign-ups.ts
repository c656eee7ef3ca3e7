import type { PlatformDatabase } from '@tenbin/db';
import type { Clock, Log } from '@tenbin/engine';

interface SweepOptions {
  readonly platform: Pick<PlatformDatabase, 'signUps' | 'mailRecipients'>;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Removes those who signed up and never entered their code, with the password that they left, and counts of mails that
 * count for nothing any more. What has expired opens nothing before either: a code that comes at the same moment finds its
 * sign-up or does not. Throws never.
 */
export async function sweepSignUps({ platform, clock, log }: SweepOptions): Promise<void> {
  try {
    const at = clock.now();
    const removed = await platform.signUps.removeExpired(at);
    await platform.mailRecipients.removeForgotten(at);
    if (removed > 0) log.info({ removed }, 'signUps.expired');
  } catch (error) {
    log.warn({ error: String(error) }, 'signUps.notSwept');
  }
}
