import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isLoopback } from './loopback.ts';
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
  if (
    text !== null &&
    !text
      .trim()
      .split(/[\s,]+/)
      .every(isKey)
  )
    reader.problem('MASTER_KEY must be 32 bytes as base64 or hex');
  return text === null ? { file: file ?? '' } : { text };
}

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text) || Buffer.from(text, 'base64').length === 32;

const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** Reads LOG_LEVEL. */
export const readLogLevel = (reader: SettingsReader, fallback: LogLevel): LogLevel => reader.choice('LOG_LEVEL', logLevels, fallback);

/** Where mail leaves. */
export interface MailSettings {
  readonly url: string;
  readonly from: string;
  /** Nothing is sent to a mail server that offers no TLS. */
  readonly requiresTls: boolean;
}

/** Reads SMTP_URL and MAIL_FROM. @returns null: mail stays in the outbox */
export function readMailSettings(reader: SettingsReader): MailSettings | null {
  const url = reader.address('SMTP_URL', ['smtp:', 'smtps:']);
  const from = reader.text('MAIL_FROM');
  if (reader.text('SMTP_URL') !== null && !from?.includes('@')) {
    reader.problem("MAIL_FROM must be set where SMTP_URL is: 'Tenbin <no-reply@example.com>'");
  }
  if (url === null || from === null) return null;
  return { url, from, requiresTls: !isLoopback(new URL(url).hostname) && !mayBePlain(reader, 'smtp') };
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

/** Reads BRAND: a brand that is there; null: the first. */
export function readBrand(reader: SettingsReader, brandsDir: string): string | null {
  const brand = reader.text('BRAND');
  if (brand === null || !existsSync(brandsDir)) return brand;
  const brands = readdirSync(brandsDir).filter((name) => existsSync(join(brandsDir, name, 'brand.json')));
  return reader.choice('BRAND', brands, brand);
}

/** Reads HOST: the address to listen at. */
export const readHost = (reader: SettingsReader, fallback: string): string =>
  reader.parsed('HOST', { parse: (text) => (/^[\w.:-]+$/.test(text) ? text : null), fallback, expected: 'a host name or address' });
