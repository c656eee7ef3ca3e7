import type { Client } from '@tenbin/contract';
import { createContext, use } from 'react';
import type { App } from './create-app.ts';

export const AppContext = createContext<App | null>(null);

/** The front end that the caller is part of. */
export function useApp(): App {
  const app = use(AppContext);
  if (!app) throw new Error('useApp outside of a surface');
  return app;
}

/** For calls that change something; what is read comes by `query`. */
export const useClient = (): Client => useApp().client;
