import { resolve } from 'node:path';

/** What a worker is told about where it runs. Everything else is a setting in the database. */
export interface WorkerConfig {
  /** PostgreSQL, or null: PGlite in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** 32 bytes as base64 or hex, or the file that holds them. */
  readonly masterKey: { readonly text: string } | { readonly file: string };
  /** Null: mails stay in the outbox. */
  readonly smtp: { readonly url: string; readonly from: string } | null;
  readonly brandsDir: string;
  /** Where people reach the console, without a slash at the end. */
  readonly publicUrl: string;
  /** Among several workers. */
  readonly name: string;
  readonly logLevel: string;
}

/** Every wrong variable at once. */
export class WorkerConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'WorkerConfigError';
    this.problems = problems;
  }
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'];

/**
 * Reads the environment of a worker that runs for itself: DATABASE_URL or DATA_DIR, MASTER_KEY or MASTER_KEY_FILE,
 * SMTP_URL with MAIL_FROM, BRANDS_DIR, PUBLIC_URL, WORKER_NAME, LOG_LEVEL.
 *
 * @throws {WorkerConfigError} naming every wrong variable
 */
export function readWorkerConfig(environment: Readonly<Record<string, string | undefined>>): WorkerConfig {
  const problems: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const address = (name: string, protocols: readonly string[]): string | null => {
    const given = text(name);
    if (given === null || (URL.canParse(given) && protocols.includes(new URL(given).protocol))) return given;
    // Not the value: it may hold a password.
    problems.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return null;
  };

  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const smtpUrl = address('SMTP_URL', ['smtp:', 'smtps:']);
  const publicUrl = address('PUBLIC_URL', ['http:', 'https:']) ?? 'http://127.0.0.1:3000';
  const from = text('MAIL_FROM');
  if (smtpUrl !== null && from === null) problems.push("MAIL_FROM must be set where SMTP_URL is: 'Tenbin <no-reply@example.com>'");
  const keyText = text('MASTER_KEY');
  const keyFile = text('MASTER_KEY_FILE');
  if (keyText === null && keyFile === null) problems.push('MASTER_KEY or MASTER_KEY_FILE must be set: 32 random bytes as base64 or hex');
  if (keyText !== null && !isKey(keyText)) problems.push('MASTER_KEY must be 32 bytes as base64 or hex');
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${logLevel}'`);
  if (problems.length > 0) throw new WorkerConfigError(problems);
  return {
    databaseUrl,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    masterKey: keyText === null ? { file: keyFile ?? '' } : { text: keyText },
    smtp: smtpUrl === null || from === null ? null : { url: smtpUrl, from },
    brandsDir: resolve(text('BRANDS_DIR') ?? resolve(import.meta.dirname, '../../../brands')),
    publicUrl: publicUrl.replace(/\/+$/, ''),
    name: text('WORKER_NAME') ?? 'worker',
    logLevel,
  };
}

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text) || Buffer.from(text, 'base64').length === 32;
