import type { QueryClient } from '@tanstack/react-query';
import { type Client, createClient } from '@tenbin/contract';
import { type LoadWords, languageOf, startWords, type Words } from '@tenbin/ui';
import { createLiveUpdates, type LiveUpdates } from '../live/live-updates.ts';
import { createDrafts, type Drafts } from '../session/drafts.ts';
import { watchPresence } from '../session/presence.ts';
import { createSession, type Session } from '../session/session.ts';
import { draftBase, draftTokenIn } from './draft.ts';
import { createQueryClient } from './query.ts';
import type { SurfaceSettings } from './surface.ts';

/** All that a front end has while it runs. Two of them in one page share nothing. */
export interface App extends SurfaceSettings {
  /** Of a brand that is being changed, in the address of its pages; null: these are the pages that everybody sees. */
  readonly draft: string | null;
  readonly session: Session;
  readonly client: Client;
  readonly queries: QueryClient;
  readonly live: LiveUpdates;
  readonly drafts: Drafts;
  readonly words: Words;
}

interface AppParts {
  readonly words: LoadWords;
  /** What answers its calls, where that is not the server that the page came from. */
  readonly fetch?: typeof fetch;
}

/** @param settings - which surface it is */
export function createApp(settings: SurfaceSettings, { words: load, ...network }: AppParts): App {
  const draft = draftTokenIn(location.pathname, settings.basePath);
  const basePath = draft === null ? settings.basePath : draftBase(draft, settings.basePath);
  const words = startWords(load, { remembers: draft === null });
  const session = createSession(settings.surface);
  const client = createClient({
    ...network,
    baseUrl: '',
    key: session.key,
    language: () => languageOf(words.i18n),
    antiForgeryToken: () => cookieNamed('__Host-XSRF-TOKEN') ?? cookieNamed('XSRF-TOKEN'),
    isIdle: watchPresence(),
    onSignedOut: (error) => session.end(error.sessionTimeout ? 'timeout' : 'signin'),
  });
  const queries = createQueryClient(client);
  const live = createLiveUpdates(queries);
  return { ...settings, basePath, draft, session, client, queries, live, drafts: createDrafts(), words };
}

/** The first of them is the server's own over https; the other one could have been set by a host below ours. */
function cookieNamed(name: string): string | null {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith(`${name}=`));
  return cookie?.slice(name.length + 1) ?? null;
}
