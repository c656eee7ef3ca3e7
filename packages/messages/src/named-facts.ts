import type { factNames } from './en/fact-names.ts';

type FactName = keyof typeof factNames;

/** One fact, or one of many of a kind: 'light.primary'. */
type Fact = FactName | `${FactName}.${string}`;

/** What is told of an act; what was changed as it was and as it became. */
type NamedFact = Fact | `${Fact}Before` | `${Fact}After`;

/** Of each of several shapes. */
type KeyOf<Facts> = Facts extends unknown ? keyof Facts : never;

/** Facts that all have names in people's languages: whatever else there is among them does not compile. */
export type NamedFacts<Facts> = { readonly [Name in Exclude<KeyOf<Facts>, NamedFact>]: 'has no name among the facts' };

/** Of an entry that is written without a call's note. */
export const namedFacts = <Facts extends object>(facts: Facts & NamedFacts<Facts>): Facts => facts;
