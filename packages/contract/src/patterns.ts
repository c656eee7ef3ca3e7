/** Patterns of texts that front ends judge before they are sent, or read from an address. */

export { pairPattern } from '@tenbin/market';

/** An organization's short name, as it stands in addresses. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** 'yyyy-mm' */
export const monthPattern = /^20\d\d-(?:0[1-9]|1[0-2])$/;
