import type { Implementation } from '../../route/implement.ts';
import { handleClaimView } from './claim-view.ts';
import { handleCreateUser } from './create-user.ts';
import { handleResendVerification } from './resend-verification.ts';
import { handleResetPassword } from './reset-password.ts';
import { handleSignIn } from './sign-in.ts';
import { signInWithFactorCalls } from './sign-in-with-factor.ts';
import { handleVerifyUser } from './verify-user.ts';

export const signUpCalls: readonly Implementation[] = [
  handleCreateUser,
  handleVerifyUser,
  handleResendVerification,
  handleSignIn,
  ...signInWithFactorCalls,
  handleResetPassword,
  handleClaimView,
];
