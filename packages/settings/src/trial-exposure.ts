import { isLoopback } from './loopback.ts';
import type { SettingsReader } from './settings-reader.ts';

const words = 'anybody-may-read-all-mail';

/** How others than this machine could reach a trial, or it them. */
interface Exposure {
  readonly host: string;
  readonly publicUrl?: string | null;
  readonly sendsMail?: boolean;
}

/**
 * Reads TRIAL_IN_PUBLIC. In a trial anybody who reaches it reads all mail, codes among it, and makes accounts on the
 * virtual exchange: it stays on this machine unless that is asked for in words.
 */
export function checkTrialExposure(reader: SettingsReader, { host, publicUrl = null, sendsMail = false }: Exposure): void {
  if (reader.choice('TRIAL_IN_PUBLIC', [words], null) !== null) return;
  const opens = {
    HOST: !isLoopback(host),
    PUBLIC_URL: publicUrl !== null && (publicUrl.startsWith('https:') || !isLoopback(new URL(publicUrl).hostname)),
    SMTP_URL: sendsMail,
  };
  for (const [name, isOpen] of Object.entries(opens)) {
    if (isOpen)
      reader.problem(
        `${name} would open a trial, where anybody reads all mail, to others: leave it out, set TRIAL=0, or TRIAL_IN_PUBLIC=${words}`,
      );
  }
}
