import { type Decimal, parseDecimal } from '@tenbin/market';
import { emptyParameter, illegalCharacters, malformedParameter, missingParameter } from './binance-error.ts';

const decimalRange = '^([0-9]{1,20})(\\.[0-9]{1,20})?$';
const decimalPattern = /^\d{1,20}(\.\d{1,20})?$/;

/** The parameters of one call, whichever way they came. Reading one that is not as it must be throws a {@link BinanceError}. */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>;

  constructor(entries: Iterable<readonly [string, string]>) {
    this.#values = new Map(entries);
  }

  /** @returns undefined when it was not sent */
  text(name: string): string | undefined {
    const value = this.#values.get(name);
    if (value === '') throw emptyParameter(name);
    return value;
  }

  requireText(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined || value === '') throw missingParameter(name);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,20}$/.test(value)) throw illegalCharacters(name, '^[0-9]{1,20}$');
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw malformedParameter(name);
    return number;
  }

  /** @returns a number of items, `most` at most, as Binance does with a limit that is too high */
  limit({ usual, most }: { usual: number; most: number }): number {
    const value = this.integer('limit') ?? usual;
    if (value < 1) throw malformedParameter('limit');
    return Math.min(value, most);
  }

  decimal(name: string): Decimal | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!decimalPattern.test(value)) throw illegalCharacters(name, decimalRange);
    return parseDecimal(value);
  }

  /** @throws -1102, -1105 or the given error when it is none of the choices */
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
      if (Array.isArray(parsed) && parsed.length > 0 && parsed.every((item) => typeof item === 'string')) return parsed;
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    throw illegalCharacters(name, '^\\["[A-Z0-9-_.]{1,20}"(,"[A-Z0-9-_.]{1,20}"){0,}\\]$');
  }
}

/** `a=1&b=%20` as entries; text that cannot be decoded is kept as it is. */
export function parseQuery(text: string): [string, string][] {
  return [...new URLSearchParams(text)];
}
