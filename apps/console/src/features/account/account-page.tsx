import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { DisplaySettings, PageTitle, query } from '@tenbin/app-kit';
import { getSelf } from '@tenbin/contract';
import { FactList, Failure, formatDate, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { AccountParts } from '../../shell/account-parts.tsx';
import { SelfForm } from './self-form.tsx';

/** Of the user's own data with their form, in pixels: what waits for them takes their place. */
const selfHeight = { xs: 514, sm: 257 } as const;

export function AccountPage() {
  const text = useText('account');
  const self = useQuery(query(getSelf, {}));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      <AccountParts />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('self')}>
          {self.isPending && (
            <Box sx={{ height: selfHeight, overflow: 'hidden' }}>
              <Loading what={text('self')} rows={8} height={64} />
            </Box>
          )}
          {self.isLoadingError && <Failure what={text('self')} error={self.error} onRetry={() => void self.refetch()} />}
          {self.data && (
            <Box sx={{ display: 'grid', gap: 2.5 }}>
              <FactList
                facts={[
                  { name: text('email'), value: self.data.email },
                  { name: text('uid'), value: self.data.uid },
                  { name: text('since'), value: formatDate(self.data.createdAt) },
                ]}
                sx={{ gap: 1, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, auto)' }, '& dd': { m: 0, overflowWrap: 'anywhere' } }}
              />
              <SelfForm self={self.data} />
            </Box>
          )}
        </Panel>
        <DisplaySettings />
      </Box>
    </Box>
  );
}
