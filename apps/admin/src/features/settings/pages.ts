/** Fetched in one file. */
export { CoursesPage } from './courses-page.tsx';
export { HelpPagesPage } from './help-pages-page.tsx';
export { SettingsPage } from './settings-page.tsx';
