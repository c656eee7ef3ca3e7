import { ExchangeError } from '@tenbin/exchange';

/** What a call failed with. @throws when it did not fail */
export async function refusalOf(call: Promise<unknown>): Promise<ExchangeError> {
  const error = await call.then(
    () => new Error('it succeeded'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof ExchangeError) return error;
  throw error;
}
