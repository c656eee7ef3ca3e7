import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '@tenbin/app-kit';
import { type BotView, latestRecords, Records, useBotRoutes } from '@tenbin/bot-views';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** The specification's height, in pixels. */
const cardHeight = 411;
/** As many as are whole in it: their lines wrap where there is less room. */
const shown = { wide: 6, table: 4, list: 3 } as const;

export function RecentHistory({ bot }: { bot: BotView }) {
  const text = useText('dashboard');
  const isTable = useMediaQuery('(min-width:900px)', { noSsr: true });
  const isWide = useMediaQuery('(min-width:1200px)', { noSsr: true });
  const records = useQuery(latestRecords(useBotRoutes(), bot));
  const count = isWide ? shown.wide : isTable ? shown.table : shown.list;
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
        {records.isPending && <Loading what={text('recent')} rows={count} height={48} />}
        {records.isLoadingError && <Failure what={text('recent')} error={records.error} onRetry={() => void records.refetch()} />}
        {records.data?.length === 0 && <Empty title={text('emptyHistory')} />}
        {records.data && records.data.length > 0 && <Records records={records.data.slice(0, count)} compact />}
      </Box>
    </Panel>
  );
}
