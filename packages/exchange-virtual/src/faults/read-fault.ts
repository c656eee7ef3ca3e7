import { DomainError } from '@tenbin/market';
import { type Fault, faultSchema } from './fault.ts';

/**
 * A fault from outside.
 *
 * @throws {DomainError} `invalidFault`, naming everything that is wrong with it
 */
export function readFault(input: unknown): Fault {
  const { success, data, error } = faultSchema.safeParse(input);
  if (success) return data;
  throw new DomainError('invalidFault', {
    problems: error.issues.slice(0, 20).map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)),
  });
}
