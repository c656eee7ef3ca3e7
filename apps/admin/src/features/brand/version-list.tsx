import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Problem, useAction, useClient } from '@tenbin/app-kit';
import { restoreBrandVersion } from '@tenbin/contract';
import { ConfirmDialog, Failure, formatDate, Loading, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { deliveredOf, type OwnBrand, useShowBrand, versionsRead } from './own-brand.ts';
import { Swatches } from './swatches.tsx';

/** What was published, newest first; last the brand as the installation has it. Each can be taken as a draft again. */
export function VersionList({ brand, onRestored }: { readonly brand: OwnBrand; readonly onRestored: () => void }) {
  const text = useText('brand');
  const errorText = useErrorText();
  const client = useClient();
  const toast = useToast();
  const show = useShowBrand();
  const versions = useQuery(versionsRead);
  /** Taken in the place of a draft that there is. */
  const [asking, ask] = useState<number | null>(null);
  const restore = useAction({
    mutationFn: (version: number) =>
      client.call(restoreBrandVersion, { body: { version, revision: brand.draft?.revision ?? null, token: brand.draft?.token ?? null } }),
    onSuccess: (next) => {
      show(next);
      onRestored();
      toast('success', text('restored'));
    },
    onSettled: () => ask(null),
  });
  const take = (version: number) => (brand.draft ? ask(version) : restore.mutate(version));
  const delivered = deliveredOf(brand);
  const nameOf = (number: number) => (number === 0 ? text('asDelivered') : text('version', { number }));
  const entries = [
    ...(versions.data ?? []).map(({ number, name, colours, note, publishedAt, publishedBy }) => ({
      number,
      name,
      colours,
      says: [formatDate(publishedAt), publishedBy ?? text('somebody'), note].filter((part) => part !== '').join(' · '),
    })),
    {
      number: 0,
      name: delivered.name,
      colours: [delivered.theme.light.accent, delivered.theme.dark.accent],
      says: text('asDeliveredHelp'),
    },
  ];
  return (
    <Panel title={text('versions')}>
      {restore.error && <Problem mb={2}>{errorText(restore.error)}</Problem>}
      {versions.isPending && <Loading what={text('versions')} rows={3} height={56} />}
      {versions.isLoadingError && <Failure what={text('versions')} error={versions.error} onRetry={() => void versions.refetch()} />}
      {versions.data && (
        <Box component="ul" aria-label={text('versions')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1.5 }}>
          {entries.map(({ number, name, colours, says }) => (
            <Box component="li" key={number} sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
              <Box sx={{ flex: 1, minWidth: 220 }}>
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
                  <strong>{nameOf(number)}</strong>
                  <span>{name}</span>
                  <Swatches colours={colours} />
                  {number === (brand.version ?? 0) && <span>({text('shownNow')})</span>}
                </Box>
                <Box sx={{ fontSize: 14, color: 'text.secondary', overflowWrap: 'anywhere' }}>{says}</Box>
              </Box>
              <Button
                size="small"
                variant="outlined"
                disabled={restore.isPending}
                onClick={() => take(number)}
                aria-label={text('restoreOf', { version: nameOf(number) })}
              >
                {text('restore')}
              </Button>
            </Box>
          ))}
        </Box>
      )}
      <ConfirmDialog
        open={asking !== null}
        title={text('restoreTitle')}
        confirm={text('restore')}
        danger
        busy={restore.isPending}
        onConfirm={() => asking !== null && restore.mutate(asking)}
        onClose={() => ask(null)}
      >
        {text('restoreSays')}
      </ConfirmDialog>
    </Panel>
  );
}
