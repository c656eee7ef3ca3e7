import * as z from 'zod/mini';
import { Id } from '../shapes.ts';

/** An administrator of an organization who signed in. */
export const SignedInAdministrator = z.object({ _id: Id, email: z.string(), organization: Id, uniqueKey: z.string() });

/** An operator of the platform who signed in. */
export const SignedInOperator = z.object({ _id: Id, email: z.string(), uniqueKey: z.string() });

export type SignedInAdministrator = z.infer<typeof SignedInAdministrator>;
export type SignedInOperator = z.infer<typeof SignedInOperator>;
