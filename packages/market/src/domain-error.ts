/** Facts that make a refusal understandable: plain values only, never a secret. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * A rule refused. Knows no HTTP and no language: a stable code and the facts behind it. Each package throws its own kind
 * of it, which demands exactly the facts of each code: see `errorsWith`.
 *
 * @param code - camelCase and stable: `orderWidthOutOfRange`
 */
export class DomainError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly facts: Facts;

  constructor(code: Code, facts: Facts | null = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(facts ?? {})}`, options);
    this.name = 'DomainError';
    this.code = code;
    this.facts = facts ?? {};
  }
}

/** What a package's rules refuse: by code the facts that go with it; null: none. */
export type FactsByCode<Rules> = { readonly [Code in keyof Rules]: Facts | null };

type Given<F> = null extends F ? [facts?: F, options?: ErrorOptions] : [facts: F, options?: ErrorOptions];

type ErrorsWith<Rules> = new <Code extends keyof Rules & string>(code: Code, ...given: Given<Rules[Code]>) => DomainError<Code>;

/**
 * The errors of a package's rules. At run time all of them are `DomainError`.
 *
 * @example export const MarketError = errorsWith<MarketFacts>(); throw new MarketError('notADecimal', { value });
 */
export const errorsWith = <Rules extends FactsByCode<Rules>>(): ErrorsWith<Rules> => DomainError as ErrorsWith<Rules>;
