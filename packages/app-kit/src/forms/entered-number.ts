import { parseDecimalText, parseNumber } from '@tenbin/ui';

/** What a field has, as a call takes a number; NaN, which every call refuses at that field, where none was typed. */
export const enteredNumber = (typed: string): number => parseNumber(typed) ?? Number.NaN;

/** The same as decimal text. What is no number stays as it was typed, for the call to refuse it at that field. */
export const enteredDecimal = (typed: string): string => parseDecimalText(typed) ?? typed.trim();
