/** Fetched in one file. */
export { DisplayPage } from './display-page.tsx';
export { SecurityPage } from './security-page.tsx';
