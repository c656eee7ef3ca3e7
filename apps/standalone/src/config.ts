import { join } from 'node:path';
import { ConfigError, type ProcessConfig, readConfig } from '@tenbin/server';
import { readVenueConfig, type VenueConfig, VenueConfigError } from '@tenbin/venue';

/** What `npm start` is told. Everything has a value that suits a trial. */
export interface StandaloneConfig extends ProcessConfig {
  readonly venue: VenueConfig;
  /** Where mail leaves; null: it stays in the trial's inbox. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment: what server and venue read, and SMTP_URL, MAIL_FROM. Without a master key one is made in the
 * data folder.
 *
 * @throws {ConfigError} naming every wrong variable of every part
 */
export function readStandaloneConfig(environment: Environment): StandaloneConfig {
  const dataDir = environment.DATA_DIR?.trim() || './data';
  const keyGiven = environment.MASTER_KEY?.trim() || environment.MASTER_KEY_FILE?.trim();
  const withKey = keyGiven ? environment : over(environment, { MASTER_KEY_FILE: join(dataDir, 'master.key') });
  const problems: string[] = [];
  const process = collect(problems, () => readConfig(over(withKey, { LOG_LEVEL: environment.LOG_LEVEL || 'warn' })));
  const venue = collect(problems, () => readVenueConfig(over(environment, { HOST: undefined })));
  const smtp = readSmtp(environment, problems);
  if (problems.length > 0 || !process || !venue) throw new ConfigError([...new Set(problems)]);
  return { ...process, venue, smtp };
}

/** The environment with some variables set otherwise; the rest is still read from it. */
const over = (environment: Environment, changes: Environment): Environment => Object.assign(Object.create(environment), changes);

function collect<T>(problems: string[], read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof VenueConfigError)) throw error;
    problems.push(...error.problems);
    return null;
  }
}

function readSmtp(environment: Environment, problems: string[]): StandaloneConfig['smtp'] {
  const url = environment.SMTP_URL?.trim();
  const from = environment.MAIL_FROM?.trim();
  if (!url) return null;
  // Not the value: it may hold a password.
  if (!(URL.canParse(url) && ['smtp:', 'smtps:'].includes(new URL(url).protocol)))
    problems.push('SMTP_URL must begin with smtp:// or smtps://');
  if (!from?.includes('@')) problems.push('MAIL_FROM must be set where SMTP_URL is: the address that mail comes from');
  return { url, from: from ?? '' };
}
