export * from './backtests.ts';
export * from './installation.ts';
export * from './organizations.ts';
export * from './staff.ts';
export * from './trial.ts';
export * from './users.ts';
