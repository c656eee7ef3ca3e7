import { type MailTopic, mailTopics } from '@tenbin/accounts';

/** Somebody's request to be mailed no more of something. */
export interface Unsubscription {
  readonly organizationId: string;
  readonly userId: string;
  readonly topic: MailTopic;
}

const identity = 'unsubscribe';

/** The page that takes it, which also takes the mail program's own click (RFC 8058). The sealed token is proof enough: nobody signs in. */
export const unsubscribePath = '/unsubscribe';

export function unsubscribePage(
  { organizationId, userId, topic }: Unsubscription,
  seal: (text: string, identity: string) => string,
): string {
  return `${unsubscribePath}?${new URLSearchParams({ token: seal([organizationId, userId, topic].join(' '), identity) })}`;
}

/** @returns null where the token is none of ours; the vault throws then */
export function readUnsubscription(token: string, vault: { open(sealed: string, identity: string): string }): Unsubscription | null {
  try {
    const [organizationId = '', userId = '', named] = vault.open(token, identity).split(' ');
    const topic = mailTopics.find((one) => one === named);
    return topic ? { organizationId, userId, topic } : null;
  } catch {
    return null;
  }
}
