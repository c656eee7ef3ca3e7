export { cleanEmail, emailFault, isSameEmail, mailboxOf } from './email.ts';
export { fallbackLanguage, isLanguage, type Language, languages, preferredLanguage } from './language.ts';
export { mailPauseMs, mailsForgottenAt, mailsThatCount } from './mail-pause.ts';
export {
  type ActionFlag,
  actionFlags,
  isActionFlag,
  nextStep,
  type OnboardingStep,
  onboardingSteps,
  parseActionFlags,
} from './onboarding.ts';
export {
  brokenPasswordRules,
  checkNewPassword,
  checkPassword,
  longestPassword,
  type PasswordRule,
  passwordRules,
  shortestPassword,
} from './password.ts';
export { type BotStopReason, botStopReasons, isPaid, type PaymentStanding } from './payment.ts';
export { type Accepted, accepted, type Refused, type Result, refused } from './refusal.ts';
export { type SessionRules, type SessionStatus, sessionExpiresAt, sessionStatus, shouldNoteUse, usualSessionRules } from './session.ts';
export { signUpExpiresAt } from './sign-up.ts';
export {
  codeExpiresAt,
  codeLifetimeMs,
  judgeCode,
  mostCodeTries,
  parseVerificationCode,
  type SentCode,
  verificationCodeFrom,
} from './verification-code.ts';
