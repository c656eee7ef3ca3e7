/** Fetched in one file. */
export { AdministratorsPage } from './administrators-page.tsx';
