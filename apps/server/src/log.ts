export type { Log } from '@tenbin/telemetry';
