import {
  type DatabaseSettings,
  type Environment,
  type MailSettings,
  type MasterKeySettings,
  readBrand,
  readBrandsDir,
  readDatabaseSettings,
  readLogLevel,
  readMailSettings,
  readMasterKeySettings,
  readOutboundAddress,
  readPublicUrl,
  SettingsReader,
} from '@tenbin/settings';

/** What a worker is told about where it runs. Everything else is a setting in the database. */
export interface WorkerConfig extends DatabaseSettings {
  readonly masterKey: MasterKeySettings;
  /** Null: mails stay in the outbox. */
  readonly smtp: MailSettings | null;
  readonly brandsDir: string;
  /** The brand of addresses and organizations that no brand names; null: the first. */
  readonly brand: string | null;
  /** Where people reach the console, without a slash at the end. */
  readonly publicUrl: string;
  /** Among several workers. */
  readonly name: string;
  /** Names the address from which exchanges are called; workers that share it share their pauses. Null: all share one. */
  readonly callsFrom: string | null;
  /** This machine's address from which they are called; null: whichever the system takes. */
  readonly localAddress: string | null;
  readonly logLevel: string;
}

/**
 * Reads the environment of a worker that runs for itself: DATABASE_URL or DATA_DIR, MASTER_KEY or MASTER_KEY_FILE,
 * SMTP_URL with MAIL_FROM, BRANDS_DIR, BRAND, PUBLIC_URL, WORKER_NAME, OUTBOUND_ADDRESS, LOG_LEVEL.
 *
 * @throws {SettingsError} naming every wrong variable
 */
export function readWorkerConfig(environment: Environment): WorkerConfig {
  const reader = new SettingsReader(environment);
  const brandsDir = readBrandsDir(reader);
  const config: WorkerConfig = {
    ...readDatabaseSettings(reader),
    masterKey: readMasterKeySettings(reader, null),
    smtp: readMailSettings(reader),
    brandsDir,
    brand: readBrand(reader, brandsDir),
    publicUrl: readPublicUrl(reader) ?? 'http://127.0.0.1:3000',
    name: reader.text('WORKER_NAME') ?? 'worker',
    ...readOutboundAddress(reader),
    logLevel: readLogLevel(reader, 'info'),
  };
  reader.finish();
  return config;
}
