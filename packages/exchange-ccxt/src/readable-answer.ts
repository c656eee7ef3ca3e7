/** What came is no answer of the exchange's: somebody else's page, the beginning of one, or nothing. It tells neither yes nor no. */
class UnreadableAnswer extends Error {
  override readonly name = 'UnreadableAnswer';
}

/** Whether an answer that says "done" has the shape that the exchange's answers from this path have. */
export type IsAnswer = (path: string, answer: object) => boolean;

/**
 * ccxt makes an empty list, or an empty wallet, of whatever it does not know: an order would be gone that is open.
 *
 * @param answer - what was read of the body; undefined where it is no JSON
 * @throws {UnreadableAnswer}
 */
export function requireReadable(answer: unknown, url: string, isAnswer: IsAnswer): void {
  const path = new URL(url).pathname;
  if (typeof answer === 'object' && answer !== null && isAnswer(path, answer)) return;
  throw new UnreadableAnswer(`${path} answered with nothing that can be read`);
}

/** Every answer of the exchange carries this field. */
export const carries =
  (field: string): IsAnswer =>
  (_path, answer) =>
    Object.hasOwn(answer, field);
