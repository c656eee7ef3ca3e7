/** Addresses that differ only in case, or in how their letters are composed, are one. */
export const emailKeyOf = (email: string): string => email.trim().normalize('NFC').toLowerCase();
