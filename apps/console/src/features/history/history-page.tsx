import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PagedList, PageLink, PageTitle, periodOf, query, useClient, usePagedList } from '@tenbin/app-kit';
import { Records, useRecordsFile } from '@tenbin/bot-views';
import { countRecords, getVolume, listDeletedBots, listRecords } from '@tenbin/contract';
import { decimals, Empty, Failure, formatDay, formatNumber, Loading, Pager, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { chosenBot, useBots } from '../../bots/use-bots.ts';
import { type HistoryBot, HistoryFilters } from './history-filters.tsx';

const route = getRouteApi('/shell/history');
const pageSize = 20;

export function HistoryPage() {
  const text = useText('history');
  const uiText = useText('ui');
  const { bot: botId } = route.useSearch();
  const bots = useBotsEver();
  const bot = chosenBot(bots.data ?? [], botId);
  return (
    <>
      <PageTitle title={text('title')} />
      <Panel flush>
        {bots.isPending && <Loading what={text('records')} rows={8} />}
        {bots.isLoadingError && <Failure what={text('records')} error={bots.error} onRetry={() => void bots.refetch()} />}
        {bots.deleted.isLoadingError && (
          <Alert
            severity="warning"
            action={
              <Button color="inherit" onClick={() => void bots.deleted.refetch()}>
                {uiText('retry')}
              </Button>
            }
            sx={{ m: 2, mb: 0 }}
          >
            {text('deletedMissing')}
          </Alert>
        )}
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

/** The user's bots, and then those that were deleted: what they did stays. */
function useBotsEver() {
  const text = useText('history');
  const bots = useBots();
  const deleted = useQuery(query(listDeletedBots, {}));
  const isPending = bots.isPending || (deleted.isPending && !bots.isLoadingError);
  const gone = deleted.data?.map((bot) => ({ ...bot, label: text('deletedBot', { name: bot.name, at: formatDay(bot.deletedAt) }) })) ?? [];
  const data: readonly HistoryBot[] | undefined = isPending
    ? undefined
    : bots.data && [...bots.data.map((bot) => ({ ...bot, label: bot.name })), ...gone];
  return { ...bots, isPending: isPending && !bots.isLoadingError, data, deleted };
}

function BotHistory({ bots, bot }: { bots: readonly HistoryBot[]; bot: HistoryBot }) {
  const text = useText('history');
  const kitText = useText('kit');
  const client = useClient();
  const navigate = route.useNavigate();
  const { page: wished = 1, from, to } = route.useSearch();
  const filtered = from !== undefined || to !== undefined;
  const about = { params: { id: bot.id }, query: periodOf({ from, to }) };
  const volume = useQuery(query(getVolume, about));
  const list = usePagedList({
    count: query(countRecords, about),
    list: (part) => query(listRecords, { params: about.params, query: { ...about.query, ...part } }),
    page: wished,
    size: pageSize,
  });
  const { count, rows } = list;
  const file = useRecordsFile(bot, (part) => client.call(listRecords, { params: about.params, query: { ...about.query, ...part } }));
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
      <Box
        sx={{ px: 2.5, pb: 1, minHeight: 40, display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, fontSize: 14 }}
      >
        <Box component="span" role="status" sx={{ color: 'text.secondary' }}>
          {count !== undefined &&
            volume.data &&
            text('totals', {
              count: formatNumber(count, { digits: 0 }),
              volume: formatNumber(volume.data.volume, { digits: decimals.usd }),
            })}
        </Box>
        {count !== undefined && count > 0 && (
          <Button size="small" loading={file.isPending} onClick={() => file.mutate()} sx={{ whiteSpace: 'nowrap' }}>
            {kitText('exportCsv')}
          </Button>
        )}
      </Box>
      <PagedList
        list={list}
        what={text('records')}
        waiting={{ rows: Math.min(pageSize, count ?? pageSize), height: 83 }}
        empty={<Empty title={filtered ? text('emptyFiltered') : text('empty')}>{!filtered && text('emptyHelp')}</Empty>}
      >
        {(records) => (
          <Box aria-busy={rows.isPlaceholderData} sx={{ opacity: rows.isPlaceholderData ? 0.6 : 1 }}>
            <Records records={records} opens />
          </Box>
        )}
      </PagedList>
      {rows.data && (
        <Pager
          page={list.page}
          pages={list.pages}
          onPage={(next) => void navigate({ to: '/history/', search: (now) => ({ ...now, page: next }) })}
        />
      )}
    </>
  );
}
