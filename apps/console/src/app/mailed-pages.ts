/** Who signs up, whom a mail leads here, or who waits for one, and what is seldom read. Fetched in one file. */
export { ForgotPasswordPage, ResetSentPage } from '../features/auth/forgot-password-page.tsx';
export { MailedLayout } from '../features/auth/mailed-layout.tsx';
export { ResetPasswordPage } from '../features/auth/reset-password-page.tsx';
export { SignUpPage } from '../features/auth/sign-up-page.tsx';
export { VerifyEmailPage } from '../features/auth/verify-email-page.tsx';
export { VerifyPage } from '../features/auth/verify-page.tsx';
export { ViewPage } from '../features/auth/view-page.tsx';
export { LegalPage } from '../features/help/legal-page.tsx';
