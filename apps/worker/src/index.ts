export type { Connect } from './accounts/exchange-pool.ts';
export type { OpenSeal } from './accounts/open-credentials.ts';
export type { FleetDiagnostics } from './bots/fleet.ts';
export { startWorker, type Worker, type WorkerOptions } from './start-worker.ts';
