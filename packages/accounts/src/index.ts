export { type ActivityScale, activityScales } from './activity-scale.ts';
export { type AuditActor, auditActors } from './audit-actors.ts';
export {
  type BroadcastKind,
  type BroadcastState,
  broadcastAheadDays,
  broadcastKinds,
  broadcastStates,
  hasTooManyErrors,
  type LeftOutReason,
  leftOutReasons,
  nextTryAt,
  restMs,
} from './broadcast.ts';
export { type BulkAct, bulkActs, type TargetOutcome, targetOutcomes } from './bulk-act.ts';
export { type CodeTries, codeLockMs, countCodeTry, maxLiftedLocks, maxWrongCodes } from './code-tries.ts';
export { deviceOf } from './device.ts';
export { cleanEmail, emailFault, isSameEmail, mailboxOf } from './email.ts';
export type { FactorMethod } from './factor-method.ts';
export { type FilteredList, filteredLists } from './filtered-list.ts';
export { fallbackLanguage, isLanguage, type Language, languages, preferredLanguage } from './language.ts';
export {
  notMeLinkExpiresAt,
  resetLinkExpiresAt,
  resetLinkLifetimeMs,
  signUpExpiresAt,
  userInvitationDays,
  userInvitationExpiresAt,
} from './lifetimes.ts';
export {
  type MailRecordStatus,
  type MailStatus,
  type MailTopic,
  mailRecordStatuses,
  mailTopics,
  type PushTopic,
  pushTopics,
} from './mail.ts';
export { type MailRule, mailPauseMs, mailsForgottenAt, mailsThatCount } from './mail-pause.ts';
export {
  type ActionFlag,
  actionFlags,
  completesOnboarding,
  isAccountInfoComplete,
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
  maxPasswordLength,
  minPasswordLength,
  type PasswordRule,
  passwordRules,
} from './password.ts';
export { type BotStopReason, botStopReasons, isPaid, type PaymentStatus } from './payment.ts';
export { type ReferralState, referralStates, type ShownReferralState, shownReferralStates } from './referral-state.ts';
export { type Accepted, type AccountFacts, accepted, type Refused, type Result, refused } from './refusal.ts';
export {
  isAtMost,
  isLastOf,
  mayDo,
  type OperatorPermission,
  type OperatorRole,
  type OrganizationPermission,
  type OrganizationRole,
  operatorRoles,
  organizationRoles,
  type Permission,
  type StaffRole,
} from './role.ts';
export { defaultSessionRules, type SessionRules, type SessionStatus, sessionExpiresAt, sessionStatus, shouldNoteUse } from './session.ts';
export { testOrganizationId } from './test-organization.ts';
export { type UserCondition, type UserSort, userConditions, userSorts } from './user-list.ts';
export {
  codeExpiresAt,
  codeLifetimeMs,
  judgeCode,
  maxCodeTries,
  parseVerificationCode,
  type SentCode,
  verificationCodeFrom,
} from './verification-code.ts';
