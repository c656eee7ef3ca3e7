export * from './bots.ts';
export * from './organizations.ts';
export * from './platform.ts';
export * from './trading.ts';
export * from './users.ts';
