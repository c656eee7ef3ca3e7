import type { factNames } from './en/fact-names.ts';
import type { factValues } from './en/fact-values.ts';

type FactName = keyof typeof factNames;

/** One fact, or one of many of a kind: 'light.primary'. */
type Fact = FactName | `${FactName}.${string}`;

/** What is told of an act; what was changed as it was and as it became. */
type NamedFact = Fact | `${Fact}Before` | `${Fact}After`;

/** Of each of several shapes. */
type KeyOf<Facts> = Facts extends unknown ? keyof Facts : never;

/** The fact itself, of what was changed and of one of many of a kind. */
type Bare<Name> = Name extends `${infer Fact}Before` | `${infer Fact}After` ? Fact : Name;

/** What a fact may be, where that is a list: the keys of its words. */
type WordOf<Name, Value> = Value extends string ? (string extends Value ? never : `${Bare<Name> & string}_${Value}`) : never;

type Wordless<Facts> = Facts extends unknown
  ? { [Name in keyof Facts]: [Exclude<WordOf<Name, Facts[Name]>, keyof typeof factValues>] extends [never] ? never : Name }[keyof Facts]
  : never;

/** Facts that all have names in people's languages, and words for each value of a list: whatever else there is does not compile. */
export type NamedFacts<Facts> = { readonly [Name in Exclude<KeyOf<Facts>, NamedFact>]: 'has no name among the facts' } & {
  readonly [Name in Wordless<Facts>]: 'has a value without words';
};

/** Of an entry that is written without a call's note. */
export const namedFacts = <Facts extends object>(facts: Facts & NamedFacts<Facts>): Facts => facts;
