/** Fetched in one file. */
export { DownloadsPage } from './downloads-page.tsx';
