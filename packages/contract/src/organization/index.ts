export * from './account.ts';
export * from './bots.ts';
export * from './events.ts';
export * from './settings.ts';
export * from './stops.ts';
export * from './users.ts';
