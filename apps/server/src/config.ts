import { resolve } from 'node:path';

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
  /** How many proxies stand before it. */
  readonly trustedProxies: number;
  /** From one address. */
  readonly requestsPerMinute: number;
  /** Widens the limits of sign-ins, codes and calls to exchanges. */
  readonly limitFactor: number;
}

/** What the process needs besides. */
export interface ProcessConfig {
  readonly server: ServerConfig;
  /** PostgreSQL, or null: PGlite in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  /** 32 bytes as base64 or hex, or the file that holds them; one of the two. */
  readonly masterKey: { readonly text: string } | { readonly file: string };
  readonly isTrial: boolean;
  readonly logLevel: string;
}

/** Every wrong variable at once. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that have no variable of their own. */
export const usualServerConfig = {
  host: '127.0.0.1',
  port: 3000,
  publicUrl: null,
  brandsDir: resolve(import.meta.dirname, '../../../brands'),
  brand: null,
  consoleDir: resolve(import.meta.dirname, '../../console/dist'),
  trustedProxies: 0,
  requestsPerMinute: 1_200,
  limitFactor: 1,
} as const satisfies ServerConfig;

/**
 * Reads the environment of a server that runs for itself.
 *
 * @throws {ConfigError} naming every wrong variable
 */
export function readConfig(environment: Environment): ProcessConfig {
  const problems: string[] = [];
  const text = (name: string): string | null => environment[name]?.trim() || null;
  const number = (name: string, { fallback, least, most }: { fallback: number; least: number; most: number }): number => {
    const given = text(name);
    if (given === null) return fallback;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    problems.push(`${name} must be a whole number from ${least} to ${most}, not '${given}'`);
    return fallback;
  };
  const address = (name: string, protocols: readonly string[]): string | null => {
    const given = text(name);
    if (given === null) return null;
    if (URL.canParse(given) && protocols.includes(new URL(given).protocol)) return given;
    // Not the value: it may hold a password.
    problems.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    return null;
  };
  const choice = (name: string, choices: readonly string[], fallback: string): string => {
    const given = text(name) ?? fallback;
    if (!choices.includes(given)) problems.push(`${name} must be one of ${choices.join(', ')}, not '${given}'`);
    return given;
  };

  const databaseUrl = address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const keyFile = text('MASTER_KEY_FILE');
  const keyText = text('MASTER_KEY');
  if (keyFile === null && keyText === null) problems.push('MASTER_KEY or MASTER_KEY_FILE must be set: 32 random bytes as base64 or hex');
  if (keyText !== null && !isKey(keyText)) problems.push('MASTER_KEY must be 32 bytes as base64 or hex');
  const config: ProcessConfig = {
    server: {
      ...usualServerConfig,
      host: text('HOST') ?? usualServerConfig.host,
      port: number('PORT', { fallback: usualServerConfig.port, least: 0, most: 65_535 }),
      publicUrl: address('PUBLIC_URL', ['http:', 'https:'])?.replace(/\/+$/, '') ?? null,
      brandsDir: resolve(text('BRANDS_DIR') ?? usualServerConfig.brandsDir),
      brand: text('BRAND'),
      trustedProxies: number('TRUSTED_PROXIES', { fallback: 0, least: 0, most: 10 }),
      requestsPerMinute: number('REQUESTS_PER_MINUTE', { fallback: usualServerConfig.requestsPerMinute, least: 1, most: 1_000_000 }),
    },
    databaseUrl,
    dataDir: resolve(text('DATA_DIR') ?? './data'),
    masterKey: keyText === null ? { file: keyFile ?? '' } : { text: keyText },
    isTrial: choice('TRIAL', ['0', '1'], databaseUrl === null ? '1' : '0') === '1',
    logLevel: choice('LOG_LEVEL', ['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
}

const isKey = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text) || Buffer.from(text, 'base64').length === 32;
