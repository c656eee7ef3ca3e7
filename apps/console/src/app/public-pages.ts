/** What somebody sees first who is not signed in. Fetched in one file: a slow connection waits for each. */
export { PublicLayout } from '@tenbin/app-kit/public-layout';
export { LoginPage } from '../features/auth/login-page.tsx';
