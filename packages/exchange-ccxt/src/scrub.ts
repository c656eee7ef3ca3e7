const hidden = '…';

const patterns: readonly (readonly [RegExp, string])[] = [
  [/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, `$1?${hidden}`],
  [/\b(signature|timestamp|recvWindow|apiKey|listenKey|X-MBX-APIKEY|OK-ACCESS-[A-Z]+)("?\s*[=:]\s*"?)[^&\s"',}]+/gi, `$1$2${hidden}`],
];

const longest = 600;

/**
 * Takes signed addresses, signatures and the given secrets out of a text, so that it can be logged and shown.
 * ccxt puts the whole signed address into the message of a failed call.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) if (secret.length >= 4) clean = clean.replaceAll(secret, hidden);
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement);
  return clean.length > longest ? `${clean.slice(0, longest)}${hidden}` : clean;
}

/** The original error without its secrets: what may travel as a `cause`. */
export function scrubbedCause(error: unknown, secrets: readonly string[] = []): Error {
  const original = error instanceof Error ? error : new Error(String(error));
  const copy = new Error(scrub(original.message, secrets));
  copy.name = original.constructor.name;
  copy.stack = original.stack === undefined ? `${copy.name}: ${copy.message}` : scrubStack(original.stack, secrets);
  return copy;
}

const scrubStack = (stack: string, secrets: readonly string[]): string =>
  stack
    .split('\n')
    .map((line) => scrub(line, secrets))
    .join('\n');
