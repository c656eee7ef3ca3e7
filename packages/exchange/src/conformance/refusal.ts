import { expect } from 'vitest';
import { ExchangeError } from '../exchange-error.ts';

/** What a call failed with. Fails the test when it succeeds, or throws anything else than an {@link ExchangeError}. */
export async function refusalOf(call: Promise<unknown>): Promise<ExchangeError> {
  const outcome = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`expected a refusal, got ${JSON.stringify(outcome.value)}`);
  expect(outcome.error).toBeInstanceOf(ExchangeError);
  const refusal = outcome.error as ExchangeError;
  // What the client stumbled over tells nobody what the exchange said.
  expect(String(refusal.cause)).not.toMatch(/^(?:TypeError|ReferenceError)/);
  return refusal;
}
