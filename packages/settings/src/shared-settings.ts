import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopback } from './loopback.ts';
import { masterKeysFault } from './master-key-text.ts';
import type { SettingsReader } from './settings-reader.ts';

/** Where a database is: PostgreSQL by its address, else PGlite in a folder. */
export interface DatabaseSettings {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** The key that seals API secrets, and older ones before it: each 32 bytes as base64 or hex; or the file that holds them. */
export type MasterKeySettings = { readonly text: string } | { readonly file: string };

/** Reads DATABASE_URL, which asks for TLS unless it stays on this machine, and DATA_DIR. */
export function readDatabaseSettings(reader: SettingsReader): DatabaseSettings {
  const databaseUrl = reader.address('DATABASE_URL', ['postgres:', 'postgresql:']);
  if (databaseUrl !== null && !asksForTls(new URL(databaseUrl)) && !mayBePlain(reader, 'database')) {
    reader.problem(
      'DATABASE_URL must ask for TLS and a certificate that is checked, as with ?sslmode=verify-full; WITHOUT_TLS=database allows it without',
    );
  }
  return { databaseUrl, dataDir: reader.ownFolder('DATA_DIR', './data') };
}

/**
 * As the driver reads it: the last of several parameters of one name counts, a host among them comes first, `require` checks
 * the certificate unless libpq's ways are asked for, and where no host is named it looks for one elsewhere.
 */
function asksForTls({ hostname, searchParams }: URL): boolean {
  const given: Readonly<Record<string, string>> = Object.fromEntries(searchParams);
  const host = given.host || decodeURIComponent(hostname);
  if (host !== '' && isLoopback(host)) return true;
  const mode = given.sslmode || (given.ssl === 'true' ? 'require' : 'disable');
  return mode === 'verify-full' || (!searchParams.has('uselibpqcompat') && (mode === 'verify-ca' || mode === 'require'));
}

const plainParts = ['database', 'smtp', 'public-url'] as const;

/** Reads WITHOUT_TLS: what may go over a network in plain, since something else protects it there. */
const mayBePlain = (reader: SettingsReader, part: (typeof plainParts)[number]): boolean =>
  reader.choices('WITHOUT_TLS', plainParts).includes(part);

/**
 * Reads MASTER_KEY or MASTER_KEY_FILE.
 *
 * @param fallbackFile - where neither is set; null: that is a mistake
 */
export function readMasterKeySettings(reader: SettingsReader, fallbackFile: string | null): MasterKeySettings {
  const text = reader.text('MASTER_KEY');
  const file = reader.text('MASTER_KEY_FILE') ?? fallbackFile;
  if (text === null && file === null) reader.problem('MASTER_KEY or MASTER_KEY_FILE must be set: 32 random bytes as base64 or hex');
  const fault = text === null ? null : masterKeysFault(text);
  if (fault !== null) reader.problem(`MASTER_KEY cannot be used: ${fault}`);
  return text === null ? { file: file ?? '' } : { text };
}

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Reads LOG_LEVEL. */
export const readLogLevel = (reader: SettingsReader, fallback: LogLevel): LogLevel => reader.choice('LOG_LEVEL', logLevels, fallback);

/** How long the audit log is kept, and how much room it may take before somebody is told. */
export interface AuditSettings {
  /** Whole months before the present one. */
  readonly auditMonths: number;
  readonly auditMegabytes: number;
}

/** Reads AUDIT_MONTHS and AUDIT_MEGABYTES. */
export const readAuditSettings = (reader: SettingsReader): AuditSettings => ({
  auditMonths: reader.whole('AUDIT_MONTHS', { fallback: 24, least: 12, most: 1_200 }),
  auditMegabytes: reader.whole('AUDIT_MEGABYTES', { fallback: 1_000, least: 1, most: 10_000_000 }),
});

/** Where mail leaves. */
export interface MailSettings {
  readonly url: string;
  readonly from: string;
  /** Nothing is sent to a mail server that offers no TLS. */
  readonly requiresTls: boolean;
  /** Of broadcasts: so many a second at most. */
  readonly broadcastRate: number;
}

/** Reads SMTP_URL, MAIL_FROM and BROADCAST_RATE. @returns null: mail waits */
export function readMailSettings(reader: SettingsReader): MailSettings | null {
  const url = reader.address('SMTP_URL', ['smtp:', 'smtps:']);
  const from = reader.text('MAIL_FROM');
  const broadcastRate = reader.whole('BROADCAST_RATE', { fallback: 10, least: 1, most: 1_000 });
  if (reader.text('SMTP_URL') !== null && !from?.includes('@')) {
    reader.problem("MAIL_FROM must be set where SMTP_URL is: 'Tenbin <no-reply@example.com>'");
  }
  if (url === null || from === null) return null;
  return { url, from, requiresTls: !isLoopback(new URL(url).hostname) && !mayBePlain(reader, 'smtp'), broadcastRate };
}

/**
 * Reads PUBLIC_URL: where people reach the console, without a slash at the end; null: where it listens.
 * It begins with https unless it means this machine, which alone reaches the server then.
 *
 * @param listensAt - the server's host, where it is known
 */
export function readPublicUrl(reader: SettingsReader, listensAt = ''): string | null {
  const given = reader.address('PUBLIC_URL', ['http:', 'https:']);
  if (given === null) return null;
  const { protocol, hostname, href } = new URL(given);
  if (protocol !== 'https:' && !(isLoopback(hostname) && isLoopback(listensAt)) && !mayBePlain(reader, 'public-url'))
    reader.problem('PUBLIC_URL must begin with https://; WITHOUT_TLS=public-url allows it without');
  return href.replace(/\/+$/, '');
}

/** Reads BRANDS_DIR. */
export const readBrandsDir = (reader: SettingsReader): string =>
  reader.folder('BRANDS_DIR', resolve(import.meta.dirname, '../../../brands'));

/** Reads BRAND: a brand that is there; null: the usual one. */
export function readBrand(reader: SettingsReader, brandsDir: string): string | null {
  const brand = reader.text('BRAND');
  if (brand === null || !existsSync(brandsDir)) return brand;
  const brands = readdirSync(brandsDir).filter((name) => existsSync(join(brandsDir, name, 'brand.json')));
  return reader.choice('BRAND', brands, brand);
}

/** Where a process shows its figures. */
export interface MetricsSettings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** Reads METRICS_PORT and METRICS_HOST. @returns null: nobody asks */
export function readMetricsSettings(reader: SettingsReader): MetricsSettings | null {
  const host = readHost(reader, '127.0.0.1', 'METRICS_HOST');
  const port = reader.portIfSet('METRICS_PORT');
  return port === null ? null : { host, port };
}

/**
 * Whatever listens in one process needs a port of its own.
 *
 * @param ports - by variable; 0 takes a free one, and what is not there does not listen
 */
export function checkPorts(reader: SettingsReader, ports: Readonly<Record<string, number | null | undefined>>): void {
  const taken = new Map<number, string>();
  for (const [name, port] of Object.entries(ports)) {
    if (!port) continue;
    const other = taken.get(port);
    if (other !== undefined) reader.problem(`${name} must be another than ${other}: both are ${port}`);
    taken.set(port, other ?? name);
  }
}

/** Reads HOST: the address to listen at. */
export const readHost = (reader: SettingsReader, fallback: string, name = 'HOST'): string =>
  reader.parsed(name, { parse: (text) => (/^[\w.:-]+$/.test(text) ? text : null), fallback, expected: 'a host name or address' });
