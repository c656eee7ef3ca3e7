/** Fetched in one file. */
export { BrandPage } from './brand-page.tsx';
