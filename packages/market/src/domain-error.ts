/** Facts that make a refusal understandable: plain values only, never a secret. */
export type Facts = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/**
 * A rule refused. Knows no HTTP and no language: a stable code and the facts behind it.
 *
 * @param code - camelCase and stable: `orderWidthOutOfRange`
 */
export class DomainError<Code extends string = string> extends Error {
  readonly code: Code;
  readonly facts: Facts;

  constructor(code: Code, facts: Facts = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(facts)}`, options);
    this.name = 'DomainError';
    this.code = code;
    this.facts = facts;
  }
}
