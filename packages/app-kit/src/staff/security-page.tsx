import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AnyOwnAccountRoutes } from '@tenbin/contract';
import { Panel } from '@tenbin/ui';
import { useEffect } from 'react';
import { keyOf, query } from '../app/query.ts';
import { FactorsPanel } from '../security/factors-panel.tsx';
import { type SecurityRoutes, SecurityRoutesContext } from '../security/security-routes.ts';
import { SessionsPanel } from '../security/sessions-panel.tsx';
import { PageTitle } from '../shell/page-title.tsx';
import { AccountParts } from './account-parts.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { useText } from './text.ts';

const securityRoutesOf = (routes: AnyOwnAccountRoutes): SecurityRoutes => ({
  factors: routes.getFactors,
  sessions: routes.listSessions,
  addAuthenticator: routes.addAuthenticator,
  addPasskey: routes.addPasskey,
  endOtherSessions: routes.endOtherSessions,
  endSession: routes.endSession,
  removeAuthenticator: routes.removeAuthenticator,
  removePasskey: routes.removePasskey,
  renamePasskey: routes.renamePasskey,
  renewRecoveryCodes: routes.renewRecoveryCodes,
  setUpAuthenticator: routes.setUpAuthenticator,
  setUpPasskey: routes.setUpPasskey,
});

/** How somebody who manages something signs in, and where they are signed in. @param props - `routes`: a constant */
export function StaffSecurityPage({ routes }: { readonly routes: AnyOwnAccountRoutes }) {
  const text = useText('account');
  const securityText = useText('security');
  const self = useQuery(query(routes.getSelf, {}));
  useFollowFactors(routes);
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={securityText('title')} />
      {self.data?.mustAddFactor ? (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {text('mustAddFactor')}
        </Alert>
      ) : (
        <AccountParts />
      )}
      <Box sx={{ display: 'grid', gap: 2 }}>
        <SecurityRoutesContext value={securityRoutesOf(routes)}>
          <FactorsPanel />
          <Panel title={securityText('password')}>
            <ChangePasswordForm route={routes.changePassword} />
          </Panel>
          <SessionsPanel othersHelp={(count) => text('othersHelp', { count })} />
        </SecurityRoutesContext>
      </Box>
    </Box>
  );
}

/** With the first factor, and without the last one, another part of the pages is open. */
function useFollowFactors(routes: AnyOwnAccountRoutes): void {
  const queries = useQueryClient();
  const factors = useQuery(query(routes.getFactors, {}));
  const hasFactor = factors.data && (factors.data.authenticator !== null || factors.data.passkeys.length > 0);
  useEffect(() => {
    if (hasFactor !== undefined) void queries.invalidateQueries({ queryKey: keyOf(routes.getSelf) });
  }, [queries, routes, hasFactor]);
}
