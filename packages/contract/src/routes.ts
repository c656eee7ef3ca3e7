import * as operator from './operator/index.ts';
import * as organization from './organization/index.ts';
import * as anybody from './public/index.ts';
import type { Route } from './route.ts';
import * as user from './user/index.ts';
import * as webhooks from './webhooks/index.ts';

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'surface' in value && 'path' in value;

/** Every call of the API by name. For servers, documents and tests; pages import the calls that they make. */
export const allRoutes: Readonly<Record<string, Route>> = Object.fromEntries(
  Object.entries<unknown>({ ...anybody, ...user, ...organization, ...operator, ...webhooks }).filter((entry): entry is [string, Route] =>
    isRoute(entry[1]),
  ),
);
