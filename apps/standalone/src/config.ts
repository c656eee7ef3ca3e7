import { join } from 'node:path';
import { portsOf, readServerSettings, readTrial, type ServerConfig } from '@tenbin/server';
import {
  checkPorts,
  type DatabaseSettings,
  type Environment,
  type LogLevel,
  type MailSettings,
  type MasterKeySettings,
  type MetricsSettings,
  readDatabaseSettings,
  readLogLevel,
  readMailSettings,
  readMasterKeySettings,
  readMetricsSettings,
  SettingsReader,
} from '@tenbin/settings';
import { readVenueSettings, type VenueConfig } from '@tenbin/venue';

/** What `npm start` is told. Everything has a value that suits a trial. */
export interface StandaloneConfig extends DatabaseSettings {
  readonly server: ServerConfig;
  readonly venue: Pick<VenueConfig, 'port' | 'feed' | 'speed'>;
  readonly masterKey: MasterKeySettings;
  /** Where mail leaves; null: it stays in the trial's inbox. */
  readonly smtp: MailSettings | null;
  readonly isTrial: boolean;
  /** Null: figures are not shown. */
  readonly metrics: MetricsSettings | null;
  readonly logLevel: LogLevel;
}

/**
 * Reads the environment: what server, worker and venue read. Without a master key one is made in the data folder.
 *
 * @throws {SettingsError} naming every wrong variable of every part
 */
export function readStandaloneConfig(environment: Environment): StandaloneConfig {
  const reader = new SettingsReader(environment);
  const database = readDatabaseSettings(reader);
  const server = readServerSettings(reader);
  const smtp = readMailSettings(reader);
  const config: StandaloneConfig = {
    ...database,
    server,
    venue: readVenueSettings(reader),
    masterKey: readMasterKeySettings(reader, join(database.dataDir, 'master.key')),
    smtp,
    isTrial: readTrial(reader, database, { ...server, sendsMail: smtp !== null }),
    metrics: readMetricsSettings(reader),
    logLevel: readLogLevel(reader, 'warn'),
  };
  const { isTrial, venue, metrics } = config;
  checkPorts(reader, { ...portsOf(server), VENUE_PORT: isTrial ? venue.port : null, METRICS_PORT: metrics?.port });
  reader.finish();
  return config;
}
