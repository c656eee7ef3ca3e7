export * from './account.ts';
export * from './events.ts';
export * from './organizations.ts';
export * from './stops.ts';
