/** Fetched in one file. */
export { ForgotPasswordPage } from './forgot-password-page.tsx';
export { SetPasswordPage } from './set-password-page.tsx';
