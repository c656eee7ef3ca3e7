import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { PageTitle, Problem, query, useAction, useClient } from '@tenbin/app-kit';
import { getOwnBrand, saveBrandDraft } from '@tenbin/contract';
import { Failure, Loading, Panel, useErrorText } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { BrandEditor } from './brand-editor.tsx';
import { type OwnBrand, useShowBrand } from './own-brand.ts';
import { Swatches } from './swatches.tsx';
import { VersionList } from './version-list.tsx';

/** How the organization's brand looks: what everybody sees, the draft that is tried, and what was before. */
export function BrandPage() {
  const text = useText('brand');
  // What is being changed here stays as it was read: a save that came between is refused, and not written over.
  const brand = useQuery({ ...query(getOwnBrand, {}), refetchOnWindowFocus: false, refetchOnReconnect: false });
  const [restores, setRestores] = useState(0);
  return (
    <>
      <PageTitle title={text('title')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        {brand.isPending && (
          <Panel>
            <Loading what={text('title')} rows={6} height={64} />
          </Panel>
        )}
        {brand.isLoadingError && (
          <Panel>
            <Failure what={text('title')} error={brand.error} onRetry={() => void brand.refetch()} />
          </Panel>
        )}
        {brand.data && (
          <>
            <Shown brand={brand.data} />
            {brand.data.draft && <BrandEditor key={`${brand.data.draft.token} ${restores}`} brand={brand.data} draft={brand.data.draft} />}
            <VersionList brand={brand.data} onRestored={() => setRestores(restores + 1)} />
          </>
        )}
      </Box>
    </>
  );
}

/** What everybody sees now, and how one begins to change it. */
function Shown({ brand }: { readonly brand: OwnBrand }) {
  const text = useText('brand');
  const client = useClient();
  const show = useShowBrand();
  const errorText = useErrorText();
  const begin = useAction({
    mutationFn: () => client.call(saveBrandDraft, { body: { kit: brand.kit } }),
    onSuccess: show,
  });
  return (
    <Panel title={text('published')}>
      {begin.error && <Problem mb={2}>{errorText(begin.error)}</Problem>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 1.5 }}>
        <strong>{brand.kit.name}</strong>
        <Swatches colours={[brand.kit.theme.light.accent, brand.kit.theme.dark.accent]} />
        <span>{brand.version === null ? text('asDelivered') : text('version', { number: brand.version })}</span>
        {brand.draft === null && (
          <Button variant="contained" loading={begin.isPending} onClick={() => begin.mutate()} sx={{ ml: { sm: 'auto' } }}>
            {text('begin')}
          </Button>
        )}
      </Box>
      {brand.draft === null && <Box sx={{ mt: 1.5, fontSize: 14, color: 'text.secondary' }}>{text('beginHelp')}</Box>}
    </Panel>
  );
}
