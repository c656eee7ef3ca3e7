/** Fetched in one file. */
export { AuditPage } from './audit-page.tsx';
