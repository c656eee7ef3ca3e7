import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageLink, PageTitle, query, usePagedList } from '@tenbin/app-kit';
import { Records } from '@tenbin/bot-views';
import { getRecordTotals, listDeletedBots, listOwnRecords } from '@tenbin/contract';
import { Empty, Failure, formatDay, Loading, Pager, Panel } from '@tenbin/ui';
import { HistoryDownload } from '../../app/history-download.tsx';
import { recordFilterOf } from '../../app/record-filter.ts';
import { useText } from '../../app/text.ts';
import { useBots } from '../../bots/use-bots.ts';
import { type HistoryBot, HistoryFilters } from './history-filters.tsx';
import { HistoryTotals } from './history-totals.tsx';

const route = getRouteApi('/shell/history');
const pageSize = 20;

export function HistoryPage() {
  const text = useText('history');
  const uiText = useText('ui');
  const bots = useBotsEver();
  return (
    <>
      <PageTitle title={text('title')} action={<PageLink to="/history/statement">{text('statement')}</PageLink>} />
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
        {bots.data?.length === 0 && (
          <Empty title={text('empty')} action={<PageLink to="/bots/new">{text('setUp')}</PageLink>}>
            {text('noBot')}
          </Empty>
        )}
        {bots.data && bots.data.length > 0 && <FilteredHistory bots={bots.data} />}
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

function FilteredHistory({ bots }: { bots: readonly HistoryBot[] }) {
  const text = useText('history');
  const navigate = route.useNavigate();
  const { page: requestedPage = 1, ...asked } = route.useSearch();
  const { bot: botId, ...rest } = asked;
  const bot = bots.find(({ id }) => id === botId);
  const search = bot ? asked : rest;
  const filter = recordFilterOf(search);
  const totals = query(getRecordTotals, { query: filter });
  const list = usePagedList({
    count: totals,
    list: (part) => query(listOwnRecords, { query: { ...filter, ...part } }),
    page: requestedPage,
    size: pageSize,
  });
  const { count, rows } = list;
  const sums = useQuery({ ...totals, placeholderData: keepPreviousData });
  // Which bot is chosen is the first question; a bot that has done nothing yet is not a search without a result.
  const isFiltered = Object.keys(filter).some((name) => name !== 'botId');
  const names = new Map(bots.map(({ id, label }) => [id, label]));
  return (
    <>
      <HistoryFilters
        bots={bots}
        search={search}
        onChange={(part) => void navigate({ to: '/history/', search: (now) => changedSearch(now, part), replace: true })}
        onClear={() => void navigate({ to: '/history/', search: {}, replace: true })}
      />
      <HistoryTotals sums={sums} isOfOneBot={bot !== undefined || bots.length === 1} />
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1, display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere', fontSize: 14, color: 'text.secondary' }}>{text('downloadHelp')}</Box>
        <HistoryDownload search={search} />
      </Box>
      <PagedList
        list={list}
        what={text('records')}
        waiting={{ rows: Math.min(pageSize, count ?? pageSize), height: 83 }}
        empty={<Empty title={isFiltered ? text('emptyFiltered') : text('empty')}>{!isFiltered && text('emptyHelp')}</Empty>}
      >
        {(records) => (
          <Box aria-busy={rows.isPlaceholderData} sx={{ opacity: rows.isPlaceholderData ? 0.6 : 1 }}>
            <Records records={records} opens {...(!bot && bots.length > 1 && { botNames: names })} />
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
