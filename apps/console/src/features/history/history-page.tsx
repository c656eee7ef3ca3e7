import Box from '@mui/material/Box';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { countRecords, getVolume, listRecords } from '@tenbin/contract';
import { decimals, Empty, Failure, formatNumber, Loading, Pager, Panel } from '@tenbin/ui';
import { PageLink } from '../../app/page-link.tsx';
import { pageThere } from '../../app/page-there.ts';
import { PageTitle } from '../../app/page-title.tsx';
import { periodOf } from '../../app/period.ts';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import { type BotView, chosenBot, useBots } from '../../bots/bot-view.ts';
import { Records } from '../../records/records.tsx';
import { HistoryFilters } from './history-filters.tsx';

const route = getRouteApi('/shell/history');
const pageSize = 20;

export function HistoryPage() {
  const text = useText('history');
  const { bot: botId } = route.useSearch();
  const bots = useBots();
  const bot = chosenBot(bots.data ?? [], botId);
  return (
    <>
      <PageTitle title={text('title')} />
      <Panel flush>
        {bots.isPending && <Loading what={text('records')} rows={8} />}
        {bots.isLoadingError && <Failure what={text('records')} error={bots.error} onRetry={() => void bots.refetch()} />}
        {bots.data && !bot && (
          <Empty title={text('empty')} action={<PageLink to="/bots/new">{text('setUp')}</PageLink>}>
            {text('noBot')}
          </Empty>
        )}
        {bots.data && bot && <BotHistory bots={bots.data} bot={bot} />}
      </Panel>
    </>
  );
}

function BotHistory({ bots, bot }: { bots: readonly BotView[]; bot: BotView }) {
  const text = useText('history');
  const navigate = route.useNavigate();
  const { page: wished = 1, from, to } = route.useSearch();
  const filtered = from !== undefined || to !== undefined;
  const about = { params: { id: bot.id }, query: periodOf({ from, to }) };
  const count = useQuery(query(countRecords, about));
  const volume = useQuery(query(getVolume, about));
  const { page, pages } = pageThere(wished, { count: count.data?.count, size: pageSize });
  const records = useQuery({
    ...query(listRecords, { params: about.params, query: { ...about.query, offset: (page - 1) * pageSize, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const isBeyond = page > 1 && records.data?.length === 0;
  return (
    <>
      <HistoryFilters
        bots={bots}
        bot={bot}
        from={from ?? ''}
        to={to ?? ''}
        onChange={(search) => void navigate({ to: '/history/', search, replace: true })}
        onClear={filtered ? () => void navigate({ to: '/history/', search: { bot: bot.id } }) : undefined}
      />
      <Box sx={{ px: 2.5, pb: 1, minHeight: 30, fontSize: 14, color: 'text.secondary' }} role="status">
        {count.data &&
          volume.data &&
          text('totals', {
            count: formatNumber(count.data.count, { digits: 0 }),
            volume: formatNumber(volume.data.volume, { digits: decimals.usd }),
          })}
      </Box>
      {(records.isPending || isBeyond) && (
        <Loading what={text('records')} rows={Math.min(pageSize, count.data?.count ?? pageSize)} height={83} />
      )}
      {records.isLoadingError && <Failure what={text('records')} error={records.error} onRetry={() => void records.refetch()} />}
      {records.data?.length === 0 && !isBeyond && (
        <Empty title={filtered ? text('emptyFiltered') : text('empty')}>{!filtered && text('emptyHelp')}</Empty>
      )}
      {records.data && records.data.length > 0 && (
        <Box aria-busy={records.isPlaceholderData} sx={{ opacity: records.isPlaceholderData ? 0.6 : 1 }}>
          <Records records={records.data} opens />
        </Box>
      )}
      {records.data && (
        <Pager page={page} pages={pages} onPage={(next) => void navigate({ to: '/history/', search: (now) => ({ ...now, page: next }) })} />
      )}
    </>
  );
}
