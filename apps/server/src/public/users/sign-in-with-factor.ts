import { askForPasskey, type SignedInUser, signInWithFactor, signInWithPasskey } from '@tenbin/contract';
import { platformOrganizationId, type User } from '@tenbin/db';
import type { Door } from '../../factors/door.ts';
import { enterWithCode } from '../../factors/enter-with-code.ts';
import { askToEnter, enterWithPasskey } from '../../factors/enter-with-passkey.ts';
import { type Implementation, implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { signedInReply } from '../../users/user-reply-of.ts';

const door: Door<User, SignedInUser> = {
  isOf: (organizationId) => organizationId !== platformOrganizationId,
  find: ({ users }, id) => users.find(id),
  admit({ bannedAt }) {
    if (bannedAt) throw new Refusal('userBanned');
  },
  lock: ({ users }, user) => users.lock(user),
  open: signedInReply,
};

/** What a sign-in may take beside the password, or in its place. */
export const signInWithFactorCalls: readonly Implementation[] = [
  implementPublic(signInWithFactor, ({ body, ...asked }) => enterWithCode(door, body, asked)),
  implementPublic(askForPasskey, ({ body, ...asked }) => askToEnter(door, body, asked)),
  implementPublic(signInWithPasskey, ({ body, ...asked }) => enterWithPasskey(door, body, asked)),
];
