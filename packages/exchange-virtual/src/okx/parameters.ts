import { type ParameterRefusals, Parameters } from '../wire/parameters.ts';
import { isTooDeep } from '../wire/parse-object.ts';
import { emptyParameter, OkxError, wrongParameter } from './okx-error.ts';

const refusals: ParameterRefusals = {
  missing: emptyParameter,
  empty: emptyParameter,
  illegal: wrongParameter,
  malformed: wrongParameter,
};

/** Reading one that is not as it must be throws 50014 or 51000. An empty one counts as not sent. */
export const okxParameters = (entries: Iterable<readonly [string, string]>): Parameters =>
  new Parameters(
    [...entries].filter(([, value]) => value !== ''),
    refusals,
  );

/** A JSON object's fields; what is neither text, number nor boolean is kept as JSON, for whoever reads it to refuse. */
export function fieldsOf(item: object): Parameters {
  const entries = Object.entries(item).filter(([, value]) => value !== null && value !== undefined);
  return okxParameters(entries.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]));
}

/**
 * What a POST carries: one object, or a list of them.
 *
 * @throws {OkxError} 50000, 50002
 */
export function parseBody(body: string): readonly object[] {
  if (body === '') throw new OkxError('50000', 'Body for POST request can not be empty.');
  const items = ([] as unknown[]).concat(parseJson(body));
  if (items.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item))) return items as object[];
  throw new OkxError('50002', 'JSON syntax error');
}

function parseJson(text: string): unknown {
  const malformed = new OkxError('50002', 'JSON syntax error');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed;
  }
  if (isTooDeep(value)) throw malformed;
  return value;
}
