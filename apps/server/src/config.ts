import { isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  checkPorts,
  checkTrialExposure,
  type DatabaseSettings,
  type Environment,
  isLoopback,
  type LogLevel,
  type MasterKeySettings,
  type MetricsSettings,
  readAuditSettings,
  readBrand,
  readBrandsDir,
  readDatabaseSettings,
  readHost,
  readLogLevel,
  readMasterKeySettings,
  readMetricsSettings,
  readOutboundAddress,
  readPublicUrl,
  SettingsReader,
} from '@tenbin/settings';
import { type OfferedExchange, readExchanges } from './exchange-access/offered-exchanges.ts';
import { checkPartners, type Partner, readPartners } from './partners/partner-settings.ts';
import type { OwnSurface } from './surfaces.ts';

/** What a server is told about where it runs. Everything else is a setting in the database. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where administrators and operators are answered, and nobody else; null: at the same port as everybody. */
  readonly adminPort: number | null;
  readonly operatorPort: number | null;
  /** Where people reach it, without a slash at the end; null: where it listens. */
  readonly publicUrl: string | null;
  readonly brandsDir: string;
  /** The brand of addresses that no brand names; null: the usual one. */
  readonly brand: string | null;
  /** Folders of the built front ends. */
  readonly pages: Readonly<Record<OwnSurface, string>>;
  /** Where bots can run, unless it is a trial. */
  readonly exchanges: readonly OfferedExchange[];
  /** Who links the accounts of an organization's users to its own, by the organization's slug. */
  readonly partners: ReadonlyMap<string, Partner>;
  /** Addresses and networks of the proxies before it, whose word for the caller's address is taken. */
  readonly trustedProxies: readonly string[];
  /** Whether the specified calls that carry a secret in their address are answered. */
  readonly secretsInAddresses: boolean;
  /** From one address. */
  readonly requestsPerMinute: number;
  /** Whether it does what servers do at times; some server has to. What a visitor waits for, each of them does. */
  readonly runsJobs: boolean;
  /** How much room stored candles may take, and after how many days those go that nobody asks for. */
  readonly candlesMegabytes: number;
  readonly candlesDays: number;
  /** How much room the audit log may take before `/readyz` says so. */
  readonly auditMegabytes: number;
  /** Names the address from which exchanges are called; processes with the same one share the pauses they are asked for. */
  readonly callsFrom: string;
  /** This machine's address from which they are called; null: whichever the system takes. */
  readonly localAddress: string | null;
  /** Widens the limits of sign-ins, codes and calls to exchanges. */
  readonly limitFactor: number;
}

/** What the process needs besides. */
export interface ProcessConfig extends DatabaseSettings {
  readonly server: ServerConfig;
  readonly masterKey: MasterKeySettings;
  readonly isTrial: boolean;
  /** Null: figures are not shown. */
  readonly metrics: MetricsSettings | null;
  readonly logLevel: LogLevel;
}

/** Settings that have no variable of their own. */
export const defaultServerConfig = {
  host: '127.0.0.1',
  port: 3000,
  adminPort: null,
  operatorPort: null,
  publicUrl: null,
  brandsDir: resolve(import.meta.dirname, '../../../brands'),
  brand: null,
  pages: {
    user: resolve(import.meta.dirname, '../../console/dist'),
    organization: resolve(import.meta.dirname, '../../admin/dist'),
    operator: resolve(import.meta.dirname, '../../operator/dist'),
  },
  exchanges: [],
  partners: new Map<string, Partner>(),
  trustedProxies: [],
  secretsInAddresses: true,
  requestsPerMinute: 1_200,
  runsJobs: true,
  candlesMegabytes: 2_000,
  candlesDays: 90,
  auditMegabytes: 1_000,
  callsFrom: 'default',
  localAddress: null,
  limitFactor: 1,
} as const satisfies ServerConfig;

/** Reads PORT, ADMIN_PORT, OPERATOR_PORT, HOST, PUBLIC_URL, BRANDS_DIR, BRAND, EXCHANGES, PARTNERS, TRUSTED_PROXIES, SECRETS_IN_ADDRESSES, REQUESTS_PER_MINUTE, CANDLES_MEGABYTES, CANDLES_DAYS, AUDIT_MEGABYTES, OUTBOUND_ADDRESS. */
export function readServerSettings(reader: SettingsReader): ServerConfig {
  const { callsFrom, localAddress } = readOutboundAddress(reader);
  const brandsDir = readBrandsDir(reader);
  const host = readHost(reader, defaultServerConfig.host);
  return {
    ...defaultServerConfig,
    host,
    port: reader.port('PORT', defaultServerConfig.port),
    adminPort: reader.portIfSet('ADMIN_PORT'),
    operatorPort: reader.portIfSet('OPERATOR_PORT'),
    publicUrl: readPublicUrl(reader, host),
    brandsDir,
    brand: readBrand(reader, brandsDir),
    exchanges: readExchanges(reader),
    partners: readPartners(reader),
    auditMegabytes: readAuditSettings(reader).auditMegabytes,
    callsFrom: callsFrom ?? defaultServerConfig.callsFrom,
    localAddress,
    trustedProxies: readTrustedProxies(reader),
    secretsInAddresses: reader.choice('SECRETS_IN_ADDRESSES', ['0', '1'], '1') === '1',
    requestsPerMinute: reader.whole('REQUESTS_PER_MINUTE', { fallback: defaultServerConfig.requestsPerMinute, least: 1, most: 1_000_000 }),
    candlesMegabytes: reader.whole('CANDLES_MEGABYTES', { fallback: defaultServerConfig.candlesMegabytes, least: 10, most: 10_000_000 }),
    candlesDays: reader.whole('CANDLES_DAYS', { fallback: defaultServerConfig.candlesDays, least: 1, most: 10_000 }),
  };
}

/** Where a server listens, by variable. */
export const portsOf = ({ port, adminPort, operatorPort }: ServerConfig) => ({
  PORT: port,
  ADMIN_PORT: adminPort,
  OPERATOR_PORT: operatorPort,
});

/** What stands between the callers and this server: their own addresses, so that nobody else is believed. */
function readTrustedProxies(reader: SettingsReader): readonly string[] {
  const parts = (reader.text('TRUSTED_PROXIES') ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  const wrong = given.filter((part) => !isNetwork(part));
  if (wrong.length > 0)
    reader.problem(`TRUSTED_PROXIES must be addresses or networks like 10.0.0.0/8, with commas between them, not '${wrong.join(', ')}'`);
  return wrong.length > 0 ? [] : given;
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most));
}

/** Reads TRIAL, which is on where nothing is said and the database is the embedded one, and TRIAL_IN_PUBLIC. */
export function readTrial(
  reader: SettingsReader,
  { databaseUrl }: DatabaseSettings,
  {
    host,
    publicUrl,
    partners,
    sendsMail = false,
  }: Pick<ServerConfig, 'host' | 'publicUrl' | 'partners'> & { readonly sendsMail?: boolean },
): boolean {
  const isTrial = reader.choice('TRIAL', ['0', '1'], databaseUrl === null ? '1' : '0') === '1';
  checkPartners(reader, partners, isTrial);
  if (isTrial) checkTrialExposure(reader, { host, publicUrl, sendsMail });
  else if (publicUrl === null && !isLoopback(host))
    reader.problem(`PUBLIC_URL must be set where others reach the server: it listens at ${host}, which mails cannot name`);
  return isTrial;
}

/**
 * Reads the environment of a server that runs for itself.
 *
 * @throws {SettingsError} naming every wrong variable
 */
export function readConfig(environment: Environment): ProcessConfig {
  const reader = new SettingsReader(environment);
  const database = readDatabaseSettings(reader);
  const server = readServerSettings(reader);
  const config: ProcessConfig = {
    ...database,
    server,
    masterKey: readMasterKeySettings(reader, null),
    isTrial: readTrial(reader, database, server),
    metrics: readMetricsSettings(reader),
    logLevel: readLogLevel(reader, 'info'),
  };
  checkPorts(reader, { ...portsOf(server), METRICS_PORT: config.metrics?.port });
  reader.finish();
  return config;
}
