import { pino } from 'pino';
import type { Level, Log } from '../log.ts';

/** So many causes of an error are followed. */
const maxCauses = 5;

/**
 * What a log keeps of an error, under `err`: name, code, message, stack, and the same of its causes. Not the fields that a
 * library puts on its errors: they may carry what was sent.
 */
export function errorForLog(error: unknown, depth = 0): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: String(Object(error).message ?? error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && (typeof error.code === 'string' || typeof error.code === 'number') ? { code: error.code } : {};
  return {
    name,
    ...code,
    message,
    stack,
    ...(cause !== undefined && depth < maxCauses && { cause: errorForLog(cause, depth + 1) }),
  };
}

/**
 * A process's log: a line of JSON for each event, on standard output or standard error. Where that is standard error,
 * whoever reads it may be gone: that ends nothing.
 */
export function createLog(level: Level | 'debug' | 'silent', { toStandardError = false } = {}): Log {
  const options = { level, base: null, serializers: { err: errorForLog } };
  return toStandardError
    ? pino(
        options,
        pino.destination({ dest: 2, sync: true }).on('error', () => {}),
      )
    : pino(options);
}
