import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { listRecords } from '@tenbin/contract';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { PageLink } from '../../app/page-link.tsx';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import type { BotView } from '../../bots/bot-view.ts';
import { Records } from '../../records/records.tsx';

/** The specification's height, in pixels. */
const cardHeight = 411;
const shown = 6;

export function RecentHistory({ bot }: { bot: BotView }) {
  const text = useText('dashboard');
  const records = useQuery(query(listRecords, { params: { id: bot.id }, query: { limit: shown } }));
  return (
    <Panel
      flush
      title={text('recent')}
      action={
        <PageLink to="/history/" search={{ page: 1, bot: bot.id }} sx={{ fontSize: 14 }}>
          {text('showAll')}
        </PageLink>
      }
      sx={{ height: cardHeight }}
    >
      <Box tabIndex={0} role="group" aria-label={text('recent')} sx={{ height: '100%', overflowY: 'auto' }}>
        {records.isPending && <Loading what={text('recent')} rows={shown} height={48} />}
        {records.isLoadingError && <Failure what={text('recent')} error={records.error} onRetry={() => void records.refetch()} />}
        {records.data?.length === 0 && <Empty title={text('emptyHistory')} />}
        {records.data && records.data.length > 0 && <Records records={records.data} compact />}
      </Box>
    </Panel>
  );
}
