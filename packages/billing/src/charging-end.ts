/**
 * What became of what somebody is charged for, when they were suspended:
 *
 * - `none`: they were charged for nothing, or are not suspended;
 * - `ended`: nothing more is charged;
 * - `pending`: the provider could not be asked; it is tried on until nothing more is charged.
 */
export const chargingEnds = ['none', 'ended', 'pending'] as const;
export type ChargingEnd = (typeof chargingEnds)[number];
