/** Addresses that differ only in case, or in how their letters are composed, are one. */
export const emailKeyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/** Matches a part of an address in any case; `%` and `_` are themselves. */
export const containing = (part: string): string => `%${emailKeyOf(part).replace(/[\\%_]/g, '\\$&')}%`;
