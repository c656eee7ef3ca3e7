/** Fetched in one file. */
export { BotPage } from './bot-page.tsx';
export { BotsPage } from './bots-page.tsx';
