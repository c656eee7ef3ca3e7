export { ForgotPassword } from './forgot-password.tsx';
export { NewPasswordFields, newPasswordProblems, noPassword } from './new-password-fields.tsx';
export { PasswordByLink } from './password-by-link.tsx';
export { PasswordRuleList } from './password-rule-list.tsx';
export type { OwnPasswordWords } from './text.ts';
