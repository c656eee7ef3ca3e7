import { userSorts } from '@tenbin/accounts';
import * as z from 'zod/mini';

/** Those who have no such date come last; who was never seen comes first among those who were not seen for the longest. */
export const UserSort = z.enum(userSorts);
export type UserSort = z.infer<typeof UserSort>;
