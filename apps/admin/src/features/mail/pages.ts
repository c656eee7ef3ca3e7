/** Fetched in one file. */
export { EmailListPage } from './email-list-page.tsx';
export { EmailPage } from './email-page.tsx';
export { WriteEmailPage } from './write-email-page.tsx';
