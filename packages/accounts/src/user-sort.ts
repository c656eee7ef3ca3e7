/** How a list of users may be ordered. */
export const userSorts = ['newest', 'oldest', 'email', 'emailDown', 'lastSeen', 'lastSeenUp', 'periodEnd', 'periodEndDown'] as const;
export type UserSort = (typeof userSorts)[number];
