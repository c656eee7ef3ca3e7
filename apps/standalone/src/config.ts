import { join } from 'node:path';
import { readServerSettings, readTrial, type ServerConfig } from '@tenbin/server';
import {
  type DatabaseSettings,
  type Environment,
  type LogLevel,
  type MailSettings,
  type MasterKeySettings,
  readDatabaseSettings,
  readLogLevel,
  readMailSettings,
  readMasterKeySettings,
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
    logLevel: readLogLevel(reader, 'warn'),
  };
  const { venue } = config;
  if (config.isTrial && server.port !== 0 && server.port === venue.port) {
    reader.problem(`VENUE_PORT must be another than PORT: both are ${server.port}`);
  }
  reader.finish();
  return config;
}
