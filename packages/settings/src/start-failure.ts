import { SettingsError } from './settings-reader.ts';

const systemMistakes = ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'];

/**
 * What is read when an app does not start: a mistake of whoever starts it in its own words, since a stack would hide
 * them; anything else with its stack.
 *
 * @param mistakes - errors that are such mistakes, beside settings, taken ports and unknown hosts
 */
export function startFailureText(error: unknown, mistakes: readonly (abstract new (...args: never[]) => Error)[]): string {
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  const isMistake = [SettingsError, ...mistakes].some((type) => error instanceof type) || systemMistakes.includes(code ?? '');
  if (!isMistake) return error.stack ?? error.message;
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
