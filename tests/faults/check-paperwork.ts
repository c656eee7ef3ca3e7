/** What became of what was asked of jobs besides those of the bots. */
export interface PaperworkInTheEnd {
  readonly broadcasts: readonly { readonly id: string; readonly state: string }[];
  /** All whom each broadcast was for, and the mails of broadcasts that they were sent, by id, one for each time. */
  readonly readers: readonly { readonly email: string; readonly mailIds: readonly string[] }[];
  /** `entries`: whom the audit log says that it was done to, one for each time. */
  readonly acts: readonly {
    readonly id: string;
    readonly isEnded: boolean;
    readonly count: number;
    readonly doneCount: number;
    readonly entries: readonly string[];
  }[];
  /** Links to new passwords. `asked`: once more than wanted, where an answer got lost. */
  readonly links: readonly { readonly email: string; readonly asked: number; readonly mails: number }[];
  /** `shown`: what a browser tells apart of what it was told. */
  readonly pushes: readonly { readonly asked: number; readonly shown: number }[];
  readonly webhooksDue: number;
}

/** So many mails of a broadcast leave at once: docs/decisions/0045-broadcasts-have-recipients.md. */
const inHand = 5;

/** Whether all of it has come to its end, rightly or not. */
export const isThrough = ({ broadcasts, acts, links, pushes, webhooksDue }: PaperworkInTheEnd): boolean =>
  broadcasts.every(({ state }) => state === 'sent') &&
  acts.every(({ isEnded }) => isEnded) &&
  links.every(({ mails }) => mails > 0) &&
  pushes.every(({ shown }) => shown > 0) &&
  webhooksDue === 0;

/**
 * Everything was done: a broadcast reached each reader once, but for those in hand when a process could not note it; an act was
 * done to each user once; a link was mailed once for each asking, a browser shows each message once, and every webhook was applied.
 *
 * @param breaks - how often a process may have lost, or not noted any more, what it had just done
 */
export function checkPaperwork({ broadcasts, readers, acts, links, pushes, webhooksDue }: PaperworkInTheEnd, breaks: number): string[] {
  const wrong = broadcasts.filter(({ state }) => state !== 'sent').map(({ id, state }) => `broadcast ${id} is ${state}`);
  for (const { email, mailIds } of readers) {
    const mails = new Set(mailIds).size;
    if (mails !== broadcasts.length) wrong.push(`${email} was sent ${mails} of ${broadcasts.length} broadcasts`);
  }
  const again = readers.reduce((sum, { mailIds }) => sum + mailIds.length - new Set(mailIds).size, 0);
  if (again > inHand * breaks) wrong.push(`${again} mails of broadcasts were sent again, with ${breaks} breaks`);
  for (const { id, isEnded, count, doneCount, entries } of acts) {
    if (!isEnded || doneCount !== count) wrong.push(`act ${id} was done to ${doneCount} of ${count}`);
    if (entries.length !== count || new Set(entries).size !== count)
      wrong.push(`act ${id} on ${count} has ${entries.length} entries of ${new Set(entries).size}`);
  }
  for (const { email, asked, mails } of links)
    if (mails < 1 || mails > asked) wrong.push(`${email} was mailed ${mails} links, asked for ${asked} times`);
  for (const [index, { asked, shown }] of pushes.entries())
    if (shown < 1 || shown > asked) wrong.push(`message ${index} is shown ${shown} times by a browser, put ${asked} times`);
  if (webhooksDue > 0) wrong.push(`${webhooksDue} webhooks are not applied`);
  return wrong;
}
