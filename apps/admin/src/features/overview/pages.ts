/** Fetched in one file. */
export { OverviewPage } from './overview-page.tsx';
