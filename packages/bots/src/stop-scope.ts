/** How much is stopped at once. */
export const stopScopes = ['bot', 'user', 'organization', 'platform'] as const;
export type StopScope = (typeof stopScopes)[number];
