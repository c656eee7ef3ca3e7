/** The organization of test bots: it is in no list, and whatever is stored of it may be removed. */
export const testOrganizationId = '00000000-0000-7000-8000-000000000001';
