import { resolve } from 'node:path';
import {
  type DatabaseSettings,
  type Environment,
  type MasterKeySettings,
  readBrand,
  readBrandsDir,
  readDatabaseSettings,
  readHost,
  readLogLevel,
  readMasterKeySettings,
  readPublicUrl,
  SettingsReader,
} from '@tenbin/settings';
import { type OfferedExchange, readExchanges } from './exchange-access/offered-exchanges.ts';

/** What a server is told about where it runs. Everything else is a setting in the database. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where people reach it, without a slash at the end; null: where it listens. */
  readonly publicUrl: string | null;
  readonly brandsDir: string;
  /** The brand of addresses that no brand names; null: the first. */
  readonly brand: string | null;
  /** Folder of the built console. */
  readonly consoleDir: string;
  /** Where bots can run, unless it is a trial. */
  readonly exchanges: readonly OfferedExchange[];
  /** How many proxies stand before it. */
  readonly trustedProxies: number;
  /** From one address. */
  readonly requestsPerMinute: number;
  /** How often it is looked whether a course's back-test is due; null: never. */
  readonly coursesEveryMs: number | null;
  /** Names the address from which exchanges are called; processes with the same one share the pauses they are asked for. */
  readonly callsFrom: string;
  /** Widens the limits of sign-ins, codes and calls to exchanges. */
  readonly limitFactor: number;
}

/** What the process needs besides. */
export interface ProcessConfig extends DatabaseSettings {
  readonly server: ServerConfig;
  readonly masterKey: MasterKeySettings;
  readonly isTrial: boolean;
  readonly logLevel: string;
}

/** Settings that have no variable of their own. */
export const usualServerConfig = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: null,
  brandsDir: resolve(import.meta.dirname, '../../../brands'),
  brand: null,
  consoleDir: resolve(import.meta.dirname, '../../console/dist'),
  exchanges: [],
  trustedProxies: 0,
  requestsPerMinute: 1_200,
  coursesEveryMs: 60_000,
  callsFrom: 'default',
  limitFactor: 1,
} as const satisfies ServerConfig;

/** Reads PORT, HOST, PUBLIC_URL, BRANDS_DIR, BRAND, EXCHANGES, TRUSTED_PROXIES, REQUESTS_PER_MINUTE, OUTBOUND_ADDRESS. */
export function readServerSettings(reader: SettingsReader): ServerConfig {
  const brandsDir = readBrandsDir(reader);
  return {
    ...usualServerConfig,
    host: readHost(reader, usualServerConfig.host),
    port: reader.port('PORT', usualServerConfig.port),
    publicUrl: readPublicUrl(reader),
    brandsDir,
    brand: readBrand(reader, brandsDir),
    exchanges: readExchanges(reader),
    callsFrom: reader.text('OUTBOUND_ADDRESS') ?? usualServerConfig.callsFrom,
    trustedProxies: reader.whole('TRUSTED_PROXIES', { fallback: 0, least: 0, most: 10 }),
    requestsPerMinute: reader.whole('REQUESTS_PER_MINUTE', { fallback: usualServerConfig.requestsPerMinute, least: 1, most: 1_000_000 }),
  };
}

/** Reads TRIAL: where nothing is said, it is one on the embedded database. */
export const readTrial = (reader: SettingsReader, { databaseUrl }: DatabaseSettings): boolean =>
  reader.choice('TRIAL', ['0', '1'], databaseUrl === null ? '1' : '0') === '1';

/**
 * Reads the environment of a server that runs for itself.
 *
 * @throws {SettingsError} naming every wrong variable
 */
export function readConfig(environment: Environment): ProcessConfig {
  const reader = new SettingsReader(environment);
  const database = readDatabaseSettings(reader);
  const config: ProcessConfig = {
    ...database,
    server: readServerSettings(reader),
    masterKey: readMasterKeySettings(reader, null),
    isTrial: readTrial(reader, database),
    logLevel: readLogLevel(reader, 'info'),
  };
  reader.finish();
  return config;
}
