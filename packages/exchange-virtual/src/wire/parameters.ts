import { type Decimal, parseDecimal } from '@tenbin/market';

/** More than any call has, counted before anything is read. */
const maxParameters = 100;
const maxListed = 100;
const maxText = 4_000;

const decimalRange = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const decimalPattern = /^\d{1,20}(\.\d{1,20})?$/;

/** How a dialect refuses a parameter that is not as it must be. */
export interface ParameterRefusals {
  readonly missing: (name: string) => Error;
  readonly empty: (name: string) => Error;
  readonly illegal: (name: string, range: string) => Error;
  readonly malformed: (name: string) => Error;
}

/** The parameters of one call, whichever way they came. Reading one that is not as it must be throws its dialect's refusal. */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>;
  readonly #refusals: ParameterRefusals;

  constructor(entries: Iterable<readonly [string, string]>, refusals: ParameterRefusals) {
    this.#values = new Map(entries);
    this.#refusals = refusals;
    if (this.#values.size > maxParameters) throw refusals.malformed('parameters');
    for (const [name, value] of this.#values) if (value.length > maxText) throw refusals.malformed(name.slice(0, 60));
  }

  /** @returns undefined when it was not sent */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === '') throw this.#refusals.empty(name);
    return value;
  }

  requireText(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined || value === '') throw this.#refusals.missing(name);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,20}$/.test(value)) throw this.#refusals.illegal(name, '^[0-9]{1,20}$');
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw this.#refusals.malformed(name);
    return number;
  }

  /** @returns a number of items, `most` at most; a limit that is too high is not refused */
  limit({ usual, most, name = 'limit' }: { usual: number; most: number; name?: string }): number {
    const value = this.integer(name) ?? usual;
    if (value < 1) throw this.#refusals.malformed(name);
    return Math.min(value, most);
  }

  decimal(name: string): Decimal | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!decimalPattern.test(value)) throw this.#refusals.illegal(name, decimalRange);
    return parseDecimal(value);
  }

  /** @throws the dialect's refusal of a missing or empty one, or the given error when it is none of the choices */
  oneOf<Choice extends string>(name: string, choices: readonly Choice[], otherwise: () => Error): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = choices.find((choice) => choice === value);
    if (!found) throw otherwise();
    return found;
  }

  /** A JSON list of texts. */
  list(name: string): string[] | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    try {
      const parsed: unknown = JSON.parse(value);
      if (Array.isArray(parsed) && parsed.length > 0 && parsed.length <= maxListed && parsed.every((item) => typeof item === 'string'))
        return parsed;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw this.#refusals.illegal(name, '^\\["[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}\\]$');
  }
}

/** `a=1&b=%20` as entries; text that cannot be decoded is kept as it is. */
export function parseQuery(text: string): [string, string][] {
  return [...new URLSearchParams(text)];
}
