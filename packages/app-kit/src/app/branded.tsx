import { AppearanceProvider } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useApp } from './app-context.tsx';
import { type Installation, InstallationContext } from './installation.ts';
import { useLookAskedFor } from './look.ts';

/** Everything below wears the brand of the installation. What is chosen on pages of a draft is forgotten with them. */
export function Dressed({ installation, children }: { readonly installation: Installation; readonly children: ReactNode }) {
  const app = useApp();
  const look = useLookAskedFor(app);
  const worn = look ? { ...installation, brand: look.brand } : installation;
  return (
    <InstallationContext value={worn}>
      <AppearanceProvider brand={worn.brand} remembers={app.draft === null} {...(look && { asked: look.mode })}>
        {children}
      </AppearanceProvider>
    </InstallationContext>
  );
}
