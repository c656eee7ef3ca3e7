import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Variables that are wrong, one line each. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads variables and collects what is wrong with them, so that somebody who starts the product sees all their mistakes
 * at once. A value that may hold a secret is never repeated.
 *
 * Each read returns something usable even when the variable is wrong: {@link finish} throws before it is used.
 */
export class SettingsReader {
  readonly #environment: Environment;
  readonly #problems: string[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Without white space around it; null when it is not set, or empty. */
  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  whole(name: string, { fallback, least, most }: { fallback: number; least: number; most: number }): number {
    const given = this.text(name);
    if (given === null) return fallback;
    const value = Number(given);
    if (/^\d+$/.test(given) && value >= least && value <= most) return value;
    this.problem(`${name} must be a whole number from ${least} to ${most}, not '${given}'`);
    return fallback;
  }

  port(name: string, fallback: number): number {
    return this.whole(name, { fallback, least: 0, most: 65_535 });
  }

  /** Null where nothing is said. */
  portIfSet(name: string): number | null {
    return this.text(name) === null ? null : this.port(name, 0);
  }

  choice<Choice extends string, Fallback extends Choice | null = Choice>(
    name: string,
    choices: readonly Choice[],
    fallback: Fallback,
  ): Choice | Fallback {
    const given = this.text(name);
    if (given === null) return fallback;
    const chosen = choices.find((choice) => choice === given);
    if (chosen === undefined) this.problem(`${name} must be one of ${choices.join(', ')}, not '${given}'`);
    return chosen ?? fallback;
  }

  /** Several of a choice, with commas between them. */
  choices<Choice extends string>(name: string, choices: readonly Choice[]): readonly Choice[] {
    const given = (this.text(name) ?? '').split(',').map((part) => part.trim());
    const wrong = given.filter((part) => part !== '' && !choices.some((choice) => choice === part));
    if (wrong.length > 0) this.problem(`${name} must be of ${choices.join(', ')}, not '${wrong.join(', ')}'`);
    return choices.filter((choice) => given.includes(choice));
  }

  /** @param protocols - with their colon: 'https:'. The value is not repeated: it may hold a password. */
  address(name: string, protocols: readonly string[]): string | null {
    const given = this.text(name);
    if (given === null) return given;
    const url = URL.parse(given);
    if (!url || !protocols.includes(url.protocol))
      this.problem(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`);
    else if (!isDecodable(given)) this.problem(`${name} has a % that stands for nothing: %25 stands for the sign itself`);
    else return given;
    return null;
  }

  /** Anything else that is read by a function of its own. */
  parsed<Value>(
    name: string,
    { parse, fallback, expected }: { parse: (text: string) => Value | null; fallback: Value; expected: string },
  ): Value {
    const given = this.text(name);
    if (given === null) return fallback;
    const value = parse(given);
    if (value === null) this.problem(`${name} must be ${expected}, not '${given}'`);
    return value ?? fallback;
  }

  /** A folder that is there. */
  folder(name: string, fallback: string): string {
    const given = this.text(name);
    const folder = resolve(given ?? fallback);
    if (given !== null && !isFolder(folder)) this.problem(`${name} must be a folder that exists, not '${given}'`);
    return folder;
  }

  /** A folder that is there, or can be made, and may be written to. */
  ownFolder(name: string, fallback: string): string {
    const given = this.text(name);
    const folder = resolve(given ?? fallback);
    if (!isWritable(nearestThere(folder))) this.problem(`${name} must be a folder that can be written to, not '${folder}'`);
    return folder;
  }

  /** Begins with the variable's name. */
  problem(text: string): void {
    this.#problems.push(text);
  }

  /** @throws {SettingsError} when anything was wrong */
  finish(): void {
    if (this.#problems.length > 0) throw new SettingsError([...new Set(this.#problems)]);
  }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** The folder itself, or the nearest above it that is there. */
const nearestThere = (path: string): string => (existsSync(path) || path === dirname(path) ? path : nearestThere(dirname(path)));

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return isFolder(path);
  } catch {
    return false;
  }
}
