import type { Implementation } from '../../route/implement.ts';
import { handleCreateUser } from './create-user.ts';
import { handleResendVerification } from './resend-verification.ts';
import { handleResetPassword } from './reset-password.ts';
import { handleSignIn } from './sign-in.ts';
import { handleSignInWithFactor } from './sign-in-with-factor.ts';
import { handleAskForPasskey, handleSignInWithPasskey } from './sign-in-with-passkey.ts';
import { handleVerifyUser } from './verify-user.ts';

export const signUpCalls: readonly Implementation[] = [
  handleCreateUser,
  handleVerifyUser,
  handleResendVerification,
  handleSignIn,
  handleSignInWithFactor,
  handleAskForPasskey,
  handleSignInWithPasskey,
  handleResetPassword,
];
