/** The frame of everything behind the login, and its pages. Fetched in one file. */

export { DisplayPage } from '../features/display/display-page.tsx';
export { OverviewPage } from '../features/overview/overview-page.tsx';
export { OperatorShell } from '../shell/operator-shell.tsx';
