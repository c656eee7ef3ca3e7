import type { Implementation } from '../route/implement.ts';
import { handleBanUser, handlePardonUser } from './ban-user.ts';
import { handleCreateUser } from './create-user.ts';
import { handleResendVerification } from './resend-verification.ts';
import { handleGetOwnVolume, handleGetSelf, handlePatchSelf, handleUpdateSelf } from './self.ts';
import { handleSignIn, handleSignOut } from './sign-in.ts';
import { handleVerifyUser } from './verify-user.ts';

export const userCalls: readonly Implementation[] = [
  handleCreateUser,
  handleVerifyUser,
  handleResendVerification,
  handleSignIn,
  handleSignOut,
  handleGetSelf,
  handleUpdateSelf,
  handlePatchSelf,
  handleGetOwnVolume,
  handleBanUser,
  handlePardonUser,
];
