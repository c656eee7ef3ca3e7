import { AppearanceProvider } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useApp } from './app-context.tsx';
import { type Installation, InstallationContext } from './installation.ts';
import { useRequestedLook } from './look.ts';

/** Shows everything below in the brand of the installation. What is chosen on pages of a draft is forgotten with them. */
export function Branded({ installation, children }: { readonly installation: Installation; readonly children: ReactNode }) {
  const app = useApp();
  const look = useRequestedLook(app);
  const shown = look ? { ...installation, brand: look.brand } : installation;
  return (
    <InstallationContext value={shown}>
      <AppearanceProvider brand={shown.brand} remembers={app.draft === null} {...(look && { asked: look.mode })}>
        {children}
      </AppearanceProvider>
    </InstallationContext>
  );
}
