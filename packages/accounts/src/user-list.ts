/**
 * Which users of an organization are meant, by how far they have come. `paid` is what the API calls `isPaid`: on a plan that is not
 * held for a payment, or everybody of a free organization. `bot-is-running`: at least one of their bots runs.
 */
export const userConditions = ['all', 'paid', 'unpaid', 'bot-setup-not-completed', 'bot-is-running', 'bot-is-not-running'] as const;
export type UserCondition = (typeof userConditions)[number];

/** How a list of users may be ordered. */
export const userSorts = ['newest', 'oldest', 'email', 'emailDown', 'lastSeen', 'lastSeenUp', 'periodEnd', 'periodEndDown'] as const;
export type UserSort = (typeof userSorts)[number];
