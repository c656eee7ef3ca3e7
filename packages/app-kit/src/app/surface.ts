import type { QueryClient } from '@tanstack/react-query';
import {
  type askForAdministratorPasskey,
  type askForOperatorPasskey,
  type askForPasskey,
  type Client,
  follow,
  type getAdministratorSelf,
  type getOperatorSelf,
  type getSelf,
  type Mapped,
  type Route,
  type RouteInput,
  type RouteReply,
  type Surface,
  type signIn,
  type signInAdministrator,
  type signInAdministratorWithFactor,
  type signInAdministratorWithPasskey,
  type signInOperator,
  type signInOperatorWithFactor,
  type signInOperatorWithPasskey,
  type signInWithFactor,
  type signInWithPasskey,
  type signOut,
  type signOutAdministrator,
  type signOutOperator,
  type updateAdministratorSelf,
  type updateOperatorSelf,
  type updateSelf,
} from '@tenbin/contract';

/** What tells one front end from another. */
export interface SurfaceSettings {
  /** Whose calls it makes: by it the key is stored and sent. */
  readonly surface: Exclude<Surface, 'public'>;
  /** Where its pages begin: '/' or '/admin'. */
  readonly basePath: string;
  readonly signIn: typeof signIn | typeof signInAdministrator | typeof signInOperator;
  /** Null where a password is always enough. */
  readonly secondStep: SecondStep | null;
  readonly signOut: typeof signOut | typeof signOutAdministrator | typeof signOutOperator;
  /** By what who is signed in is read, and their language kept; null where no account keeps one. */
  readonly self: OwnSelf | null;
  /** Fetched after the login. Null where nothing comes by itself: then figures are read again as they get old. */
  readonly events: (() => Promise<LiveSource>) | null;
}

/** Calls by which a log-in is more than a password, or something else. */
export interface SecondStep {
  readonly signInWithFactor: typeof signInWithFactor | typeof signInAdministratorWithFactor | typeof signInOperatorWithFactor;
  readonly askForPasskey: typeof askForPasskey | typeof askForAdministratorPasskey | typeof askForOperatorPasskey;
  readonly signInWithPasskey: typeof signInWithPasskey | typeof signInAdministratorWithPasskey | typeof signInOperatorWithPasskey;
}

type OwnSelf =
  | { readonly read: typeof getSelf; readonly update: typeof updateSelf }
  | { readonly read: typeof getAdministratorSelf; readonly update: typeof updateAdministratorSelf }
  | { readonly read: typeof getOperatorSelf; readonly update: typeof updateOperatorSelf };

/** A stream of events, and what each of them does to what is shown. */
export interface LiveSource {
  /** @returns a function that follows the stream until the signal aborts or the connection ends */
  connect(queries: QueryClient): (client: Client, options: FollowOptions) => Promise<void>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** After every connect, and after a gap: what came meanwhile has to be read. */
  readonly onHello: () => void;
  /** Whenever anything arrives, a sign of life without an event too. */
  readonly onActivity: () => void;
}

/**
 * @param updatesOf - makes what brings an event into the query cache
 */
export const liveSource = <R extends Route>(
  route: R,
  updatesOf: (queries: QueryClient) => (event: Mapped<RouteReply<R>>) => void,
): LiveSource => ({
  connect(queries) {
    const update = updatesOf(queries);
    return (client, { signal, onHello, onActivity }) =>
      follow(
        client,
        route,
        {} as RouteInput<R>,
        (event) => {
          if ((event as { readonly type?: string }).type === 'hello') onHello();
          update(event);
        },
        { signal, onActivity },
      );
  },
});
