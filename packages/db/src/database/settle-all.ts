/**
 * Waits for statements that were sent together in one transaction. The first that fails has all behind it refused, and whichever
 * answer is taken in first, its own error is the one that tells why.
 *
 * @throws the first error in their order, refusals for the sake of another one last
 */
export async function settleAll(statements: readonly unknown[]): Promise<void> {
  const outcomes = await Promise.allSettled(statements);
  const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !isOfAnother(error)) ?? errors[0];
}

/** "In failed SQL transaction". */
const isOfAnother = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '25P02';
