import * as backtests from './backtests/routes.ts';
import * as botHistory from './bots/history-routes.ts';
import * as bots from './bots/routes.ts';
import * as candles from './candles/routes.ts';
import * as courses from './courses/routes.ts';
import { watchEvents } from './events.ts';
import * as exchanges from './exchanges/routes.ts';
import { createTrialAccount, getInstallation, getTrialVenue, listTrialMails } from './installation.ts';
import * as organizations from './organizations/routes.ts';
import * as rebalances from './rebalances/routes.ts';
import type { Route } from './route.ts';
import * as staff from './staff/routes.ts';
import * as stops from './stops/routes.ts';
import * as users from './users/routes.ts';

const isRoute = (value: unknown): value is Route => typeof value === 'object' && value !== null && 'surface' in value && 'path' in value;

const named: Record<string, unknown> = {
  ...users,
  ...organizations,
  ...exchanges,
  ...bots,
  ...botHistory,
  ...candles,
  ...stops,
  ...staff,
  ...rebalances,
  ...backtests,
  ...courses,
  watchEvents,
  getInstallation,
  listTrialMails,
  createTrialAccount,
  getTrialVenue,
};

/** Every call of the API by name. For servers, documents and tests; pages import the calls that they make. */
export const allRoutes: Readonly<Record<string, Route>> = Object.fromEntries(
  Object.entries(named).filter((entry): entry is [string, Route] => isRoute(entry[1])),
);
