import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { getOrganizationSelf, type Mapped, type OwnOrganization } from '@tenbin/contract';
import { Failure, Loading, Panel, useToast } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';

export type Settings = Mapped<OwnOrganization>;

/** Around the pages of the settings: where the others are, and what is set now. */
export function SettingsFrame({ title, children }: { readonly title: string; readonly children: (settings: Settings) => ReactNode }) {
  const text = useText('settings');
  const settings = useQuery(query(getOrganizationSelf, {}));
  return (
    <>
      <PageTitle title={title} />
      <Box
        component="nav"
        aria-label={text('parts')}
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mb: 2, '& [aria-current]': { fontWeight: 600 } }}
      >
        <PageLink to="/settings" activeOptions={{ exact: true }}>
          {text('general')}
        </PageLink>
        <PageLink to="/settings/help">{text('helpPages')}</PageLink>
        <PageLink to="/settings/courses">{text('courses')}</PageLink>
      </Box>
      {settings.isPending && (
        <Panel>
          <Loading what={title} rows={6} height={64} />
        </Panel>
      )}
      {settings.isLoadingError && (
        <Panel>
          <Failure what={title} error={settings.error} onRetry={() => void settings.refetch()} />
        </Panel>
      )}
      {settings.data && children(settings.data)}
    </>
  );
}

/** What to do once settings are saved. */
export function useSaved(): (saved: Settings) => void {
  const text = useText('settings');
  const queries = useQueryClient();
  const toast = useToast();
  return (saved) => {
    queries.setQueryData(query(getOrganizationSelf, {}).queryKey, saved);
    toast('success', text('saved'));
  };
}
