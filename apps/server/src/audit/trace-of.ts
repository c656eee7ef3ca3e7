import type { ServerContext } from '../context.ts';

/**
 * What the log keeps of a personal text, which outlives its owner: how long it was, and a mark by which whoever has the text
 * finds out whether it was that one. Empty for none.
 *
 * @param about - whose text, and which: the same text of somebody else has another mark
 */
export const traceOf = (text: string, about: string, { vault }: Pick<ServerContext, 'vault'>): string =>
  text === '' ? '' : `${text.length} #${vault.fingerprint(`audit/${about}/${text}`).slice(0, 12)}`;
