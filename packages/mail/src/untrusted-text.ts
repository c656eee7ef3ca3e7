/** A subject with a line break would end the header it stands in. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const joiner = '\u2060';

/**
 * A text that no mail program makes a link of: what could be an address (a host, a scheme, a mailbox) is parted by a
 * character that nobody sees. Names that users choose, and what browsers say of themselves, would otherwise bring links
 * of strangers into our mails.
 */
export const withoutLinks = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{N}_-])\.(?=\p{L})|:(?=\/\/)|@(?=\S)/gu, (sign) => `${sign}${joiner}`);

/** Only web addresses may be followed from a mail. Anything else is a fault of ours. */
export function safeUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`a mail may not link to ${protocol}`);
  return href;
}
