export { AuditEntry } from './audit/shapes.ts';
export * from './backtests/shapes.ts';
export * from './bills/shapes.ts';
export { AdministeredBot, keyEndsSoonDays } from './bots/administered-bot.ts';
export { BotSort } from './bots/bot-sort.ts';
export * from './bots/result-shapes.ts';
export * from './bots/shapes.ts';
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
export * from './courses/shapes.ts';
export { ErrorReply } from './error-reply.ts';
export * from './exchanges/shapes.ts';
export { follow } from './follow.ts';
export * from './operator/index.ts';
export * from './organization/index.ts';
export * from './organizations/shapes.ts';
export { monthPattern, pairPattern, slugPattern } from './patterns.ts';
export * from './plans/shapes.ts';
export * from './public/index.ts';
export * from './rebalances/shapes.ts';
export {
  type CsvColumns,
  idleHeader,
  keyHeaders,
  type Method,
  mediaTypes,
  type Route,
  type RouteInput,
  type RouteOutput,
  type RouteReply,
  type RouteRow,
  type Surface,
} from './route.ts';
export type { AnyMemberRoutes, MemberRoutes } from './staff/members.ts';
export type { AnyOwnAccountRoutes, OwnAccountRoutes } from './staff/own-account.ts';
export * from './staff/shapes.ts';
export * from './stops/shapes.ts';
export * from './user/index.ts';
export * from './users/administered-user.ts';
export * from './users/passkey-shapes.ts';
export * from './users/shapes.ts';
export * from './users/sign-in-shapes.ts';
export * from './webhooks/index.ts';
