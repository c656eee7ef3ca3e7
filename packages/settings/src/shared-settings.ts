import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { SettingsReader } from './settings-reader.ts';

/** Where a database is: PostgreSQL by its address, else PGlite in a folder. */
export interface DatabaseSettings {
  readonly databaseUrl: string | null;
  readonly dataDir: string;
}

/** The key that seals API secrets, and older ones before it: each 32 bytes as base64 or hex; or the file that holds them. */
export type MasterKeySettings = { readonly text: string } | { readonly file: string };

/** Reads DATABASE_URL and DATA_DIR. */
export function readDatabaseSettings(reader: SettingsReader): DatabaseSettings {
  return {
    databaseUrl: reader.address('DATABASE_URL', ['postgres:', 'postgresql:']),
    dataDir: reader.ownFolder('DATA_DIR', './data'),
  };
}

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
}

/** Reads SMTP_URL and MAIL_FROM. @returns null: mail stays in the outbox */
export function readMailSettings(reader: SettingsReader): MailSettings | null {
  const url = reader.address('SMTP_URL', ['smtp:', 'smtps:']);
  const from = reader.text('MAIL_FROM');
  if (reader.text('SMTP_URL') !== null && !from?.includes('@')) {
    reader.problem("MAIL_FROM must be set where SMTP_URL is: 'Tenbin <no-reply@example.com>'");
  }
  return url === null || from === null ? null : { url, from };
}

/** Reads PUBLIC_URL: where people reach the console, without a slash at the end; null: where it listens. */
export const readPublicUrl = (reader: SettingsReader): string | null =>
  reader.address('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null;

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
