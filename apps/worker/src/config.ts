import {
  type DatabaseSettings,
  type Environment,
  type LogLevel,
  type MailSettings,
  type MasterKeySettings,
  type MetricsSettings,
  readAuditSettings,
  readBrand,
  readBrandsDir,
  readDatabaseSettings,
  readLogLevel,
  readMailSettings,
  readMasterKeySettings,
  readMetricsSettings,
  readOutboundAddress,
  readPublicUrl,
  SettingsReader,
} from '@tenbin/settings';

/** What a worker is told about where it runs. Everything else is a setting in the database. */
export interface WorkerConfig extends DatabaseSettings {
  readonly masterKey: MasterKeySettings;
  /** Null: mails wait. */
  readonly smtp: MailSettings | null;
  readonly brandsDir: string;
  /** The brand of addresses and organizations that no brand names; null: the usual one. */
  readonly brand: string | null;
  /** Where people reach the console, without a slash at the end. */
  readonly publicUrl: string;
  /** Where nothing says otherwise: whether the database is the embedded one. */
  readonly isTrial: boolean;
  /** Among several workers. */
  readonly name: string;
  /** Names the address from which exchanges are called; workers that share it share their pauses. Null: all share one. */
  readonly callsFrom: string | null;
  /** This machine's address from which they are called; null: whichever the system takes. */
  readonly localAddress: string | null;
  /** How much room the audit log may take before the log says so. */
  readonly auditMegabytes: number;
  /** Null: figures are not shown. */
  readonly metrics: MetricsSettings | null;
  readonly logLevel: LogLevel;
}

/**
 * Reads the environment of a worker that runs for itself: DATABASE_URL or DATA_DIR, MASTER_KEY or MASTER_KEY_FILE,
 * SMTP_URL with MAIL_FROM, BROADCAST_RATE, BRANDS_DIR, BRAND, PUBLIC_URL, TRIAL, WORKER_NAME, OUTBOUND_ADDRESS, AUDIT_MEGABYTES, METRICS_PORT, METRICS_HOST, LOG_LEVEL.
 *
 * @throws {SettingsError} naming every wrong variable
 */
export function readWorkerConfig(environment: Environment): WorkerConfig {
  const reader = new SettingsReader(environment);
  const database = readDatabaseSettings(reader);
  const isTrial = reader.choice('TRIAL', ['0', '1'], database.databaseUrl === null ? '1' : '0') === '1';
  const brandsDir = readBrandsDir(reader);
  const config: WorkerConfig = {
    ...database,
    masterKey: readMasterKeySettings(reader, null),
    smtp: readMailSettings(reader),
    brandsDir,
    brand: readBrand(reader, brandsDir),
    publicUrl: readLinksBase(reader, isTrial),
    isTrial,
    name: reader.text('WORKER_NAME') ?? 'worker',
    ...readOutboundAddress(reader),
    auditMegabytes: readAuditSettings(reader).auditMegabytes,
    metrics: readMetricsSettings(reader),
    logLevel: readLogLevel(reader, 'info'),
  };
  reader.finish();
  return config;
}

/** Mails name it, and a worker listens nowhere itself: only in a trial it is known, since that stays on this machine. */
function readLinksBase(reader: SettingsReader, isTrial: boolean): string {
  const given = readPublicUrl(reader);
  if (reader.text('PUBLIC_URL') === null && !isTrial)
    reader.problem('PUBLIC_URL must be set: where people reach the console, as mails name it');
  return given ?? 'http://127.0.0.1:3000';
}
