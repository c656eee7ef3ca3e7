/** What is around every page, and what follows the bots. Fetched in one file. */

export { liveEvents } from '../app/live-events.ts';
export { AdminShell } from './admin-shell.tsx';
export { Section } from './section.tsx';
