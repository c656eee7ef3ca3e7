import { type ParameterRefusals, Parameters } from '../wire/parameters.ts';
import { emptyParameter, illegalCharacters, malformedParameter, missingParameter } from './binance-error.ts';

const refusals: ParameterRefusals = {
  missing: missingParameter,
  empty: emptyParameter,
  illegal: illegalCharacters,
  malformed: malformedParameter,
};

/** Reading one that is not as it must be throws -1102, -1105, -1100 or -1130. */
export const binanceParameters = (entries: Iterable<readonly [string, string]>): Parameters => new Parameters(entries, refusals);
