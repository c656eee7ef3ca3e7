import Box from '@mui/material/Box';
import { PageTitle } from '@tenbin/app-kit';
import { FactorsPanel, SecurityRoutesContext, SessionsPanel } from '@tenbin/app-kit/security';
import { Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { AccountParts } from '../../shell/account-parts.tsx';
import { ApiKeysPanel } from './api-keys-panel.tsx';
import { ChangeEmailForm } from './change-email-form.tsx';
import { ChangePasswordForm } from './change-password-form.tsx';
import { DeleteAccountPanel } from './delete-account-panel.tsx';
import { ExportPanel } from './export-panel.tsx';
import { ownSecurityRoutes } from './own-security-routes.ts';

/** How somebody proves that an account is theirs, and what they can do about it. */
export function SecurityPage() {
  const text = useText('security');
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      <AccountParts />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('password')}>
          <ChangePasswordForm />
        </Panel>
        <Panel title={text('email')}>
          <ChangeEmailForm />
        </Panel>
        <SecurityRoutesContext value={ownSecurityRoutes}>
          <FactorsPanel />
          <SessionsPanel othersHelp={(count) => text('signOutOthersHelp', { count })} />
        </SecurityRoutesContext>
        <ApiKeysPanel />
        <ExportPanel />
        <DeleteAccountPanel />
      </Box>
    </Box>
  );
}
