const maxEmailLength = 254;

/**
 * The shape of an address: one @, something before it, a domain with a dot after it, no spaces, and nothing that cannot be seen.
 * Whether somebody reads it, only a code sent there can tell.
 */
const shape = /^[^\s\p{C}@<>(),;:"\\[\]]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

/** What is wrong with an address as typed; null where nothing is. */
export function emailFault(text: string): 'emailRequired' | 'invalidEmail' | null {
  const trimmed = text.trim();
  if (trimmed === '') return 'emailRequired';
  const [local = ''] = trimmed.split('@');
  const dotsInPlace = !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
  return trimmed.length <= maxEmailLength && dotsInPlace && shape.test(trimmed) ? null : 'invalidEmail';
}

/** The address as its owner writes it, without spaces around. */
export const cleanEmail = (text: string): string => text.trim();

/** Whether two addresses are one: without regard to case. */
export const isSameEmail = (a: string, b: string): boolean => cleanEmail(a).toLowerCase() === cleanEmail(b).toLowerCase();

/**
 * The mailbox behind an address, for counting what it gets: most providers deliver `anna+shop@` to `anna@`, and Gmail
 * whatever dots are in between. Two of one mailbox are still two addresses.
 */
export function mailboxOf(email: string): string {
  const address = cleanEmail(email).normalize('NFC').toLowerCase();
  const [, name = address, domain = ''] = /^([^+@]+)(?:\+[^@]*)?@(.*)$/.exec(address) ?? [];
  if (domain === 'gmail.com' || domain === 'googlemail.com') return `${name.replaceAll('.', '')}@gmail.com`;
  return domain === '' ? address : `${name}@${domain}`;
}
