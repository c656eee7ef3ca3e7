export type { Clock } from './clock.ts';
export { readServerSettings, readTrial, type ServerConfig, usualServerConfig } from './config.ts';
export type { Trial, TrialVenue, TrialVenueView } from './context.ts';
export { connectAside } from './exchange-access/connect-aside.ts';
export type { ConnectExchange } from './exchange-access/exchange-access.ts';
export { virtualExchangeName, withdrawVirtualExchange } from './exchange-access/offered-exchanges.ts';
export type { Log } from './log.ts';
export { hashPassword, isPassword } from './passwords/password-hash.ts';
export { type RunningServer, type ServerDeps, startServer } from './start-server.ts';
