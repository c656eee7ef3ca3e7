export * from './backtests/routes.ts';
export * from './backtests/shapes.ts';
export * from './bots/history-routes.ts';
export * from './bots/result-shapes.ts';
export * from './bots/routes.ts';
export * from './bots/shapes.ts';
export * from './candles/routes.ts';
export {
  ApiError,
  type CallOptions,
  type Client,
  type ClientSettings,
  createClient,
  type Mapped,
  OfflineError,
  RequiredParameterError,
  UnauthorizedError,
} from './client.ts';
export * from './courses/routes.ts';
export { ErrorReply } from './error-reply.ts';
export { LiveEvent, watchEvents } from './events.ts';
export * from './exchanges/routes.ts';
export { type FaultCode, faultMessage, faults, isFaultCode } from './faults.ts';
export { createTrialAccount, getInstallation, getTrialVenue, listTrialMails } from './installation.ts';
export * from './organizations/routes.ts';
export * from './organizations/shapes.ts';
export * from './rebalances/routes.ts';
export * from './rebalances/shapes.ts';
export {
  idleHeader,
  keyHeaders,
  type Method,
  type Route,
  type RouteInput,
  type RouteOutput,
  type RouteReply,
  type Surface,
} from './route.ts';
export * from './staff/routes.ts';
export * from './staff/shapes.ts';
export * from './stops/routes.ts';
export * from './stops/shapes.ts';
export * from './users/routes.ts';
export * from './users/shapes.ts';
