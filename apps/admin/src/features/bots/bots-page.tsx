import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import {
  changedSearch,
  given,
  isId,
  PagedList,
  PageTitle,
  pairIn,
  query,
  type SearchChange,
  SearchField,
  usePagedList,
} from '@tenbin/app-kit';
import { StopAll } from '@tenbin/app-kit/staff';
import { useCauseLabel } from '@tenbin/bot-views';
import { botErrorCodes, botStandings, botStates, stopAskers } from '@tenbin/bots';
import {
  countActiveBots,
  countBotsOfOrganization,
  downloadBotsOfOrganization,
  getOrganizationSelf,
  keyEndsSoonDays,
  listBotsOfOrganization,
  pairPattern,
  stopBotsOfOrganization,
} from '@tenbin/contract';
import { Empty, FoldingFilters, Pager, Panel, SelectField } from '@tenbin/ui';
import { ColumnChoice } from '../../app/column-choice.tsx';
import { CsvDownload } from '../../app/csv-download.tsx';
import { chosenColumns, withColumns } from '../../app/list-columns.ts';
import { SavedFilters } from '../../app/saved-filters.tsx';
import { StopReceipt } from '../../app/stop-receipt.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';
import { botColumns } from './bot-columns.ts';
import { BotTable, columnName } from './bot-table.tsx';

const route = getRouteApi('/shell/bots/bots');
const pageSize = 20;
/** Days without a fill, or since a stop, by their name in the address. */
const spans = { hour1: 1 / 24, hours6: 1 / 4, hours24: 1, days3: 3, days7: 7, days30: 30 } as const;
const spanNames = ['hour1', 'hours6', 'hours24', 'days3', 'days7', 'days30'] as const;
const hourMs = 3_600_000;

/** To the hour, so that the same question is the same read. */
const daysAgo = (days: number): string => new Date(Math.floor(Date.now() / hourMs) * hourMs - days * 24 * hourMs).toISOString();

type Search = ReturnType<typeof route.useSearch>;

/** What a phone has behind a button. */
const folded = ['standing', 'state', 'cause', 'stopped', 'keyEnds', 'exchange', 'pair', 'without'] as const;

const daysIn = (span: string | undefined) => new Map<string | undefined, number>(Object.entries(spans)).get(span);

function filterOf({ name, state, standing, cause, stopped, keyEnds, exchange, pair, without }: Search) {
  const known = botStates.find((one) => one === state);
  const stands = botStandings.find((one) => one === standing);
  const [span, stoppedFor] = [daysIn(without), daysIn(stopped)];
  return {
    ...(name !== undefined && { name }),
    ...(known !== undefined && { state: known }),
    ...(stands !== undefined && { standing: stands }),
    ...(stoppedFor !== undefined && { stoppedWithinHours: 24 * stoppedFor }),
    ...(keyEnds === 'soon' && { keyEndsWithinDays: keyEndsSoonDays }),
    ...(cause !== undefined && /^\w+$/.test(cause) && { cause }),
    ...(exchange !== undefined && isId(exchange) && { exchange }),
    ...(pair !== undefined && pairPattern.test(pair) && { pair }),
    ...(span !== undefined && { filledBefore: daysAgo(span) }),
  };
}

export function BotsPage() {
  const text = useText('administeredBots');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { page: _page, stop: _stop, ...kept } = search;
  const { sort = 'newest' } = search;
  const filter = filterOf(search);
  const list = usePagedList({
    count: query(countBotsOfOrganization, { query: filter }),
    list: ({ offset, limit }) => query(listBotsOfOrganization, { query: { ...filter, sort, skip: offset, limit } }),
    page: search.page ?? 1,
    size: pageSize,
  });
  const running = useQuery(query(countActiveBots, { query: filter }));
  const [mayExport, mayStop] = [useMayDo('export'), useMayDo('stop')];
  const change = (next: SearchChange<Search>) =>
    void navigate({ search: (now) => changedSearch(now, next), replace: true, resetScroll: false });
  const chooseColumns = (next: (chosen: string | undefined) => string | undefined) =>
    void navigate({ search: (now) => withColumns(now, next), replace: true, resetScroll: false });
  const showStop = (stop: string | undefined) =>
    void navigate({ search: ({ stop: _shown, ...now }) => ({ ...now, ...given({ stop }) }), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={text('title')} action={mayStop && <StopAllBots onAsked={showStop} />} />
      {search.stop !== undefined && (
        <Box sx={{ mb: 2 }}>
          <StopReceipt key={search.stop} id={search.stop} onClose={() => showStop(undefined)} />
        </Box>
      )}
      <Panel flush>
        <Filters search={search} onChange={change} />
        <SavedFilters list="bots" search={kept} onChoose={(saved) => void navigate({ search: saved as Search })} />
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
          <Box role="status" sx={{ fontSize: 14, mr: 'auto' }}>
            {list.count !== undefined && running.data && text('found', { count: list.count, running: running.data.count })}
          </Box>
          {mayExport && <CsvDownload label={text('download')} name="bots" route={downloadBotsOfOrganization} filter={filter} />}
        </Box>
        <PagedList
          list={list}
          what={text('title')}
          waiting={{ rows: pageSize, height: 53 }}
          empty={<Empty title={text('empty')}>{text('emptyHelp')}</Empty>}
        >
          {(bots) => (
            <BotTable
              rows={bots}
              columns={chosenColumns(botColumns, search.columns)}
              sort={sort}
              onSort={(next) => change({ sort: next === 'newest' ? undefined : next })}
            />
          )}
        </PagedList>
        <Pager page={list.page} pages={list.pages} onPage={(page) => void navigate({ search: (now) => ({ ...now, page }) })} />
      </Panel>
      <ColumnChoice
        title={text('columns')}
        columns={botColumns}
        nameOf={(name) => text(columnName(name))}
        chosen={search.columns}
        onChange={chooseColumns}
      />
    </>
  );
}

function Filters({ search, onChange }: { search: Search; onChange: (next: SearchChange<Search>) => void }) {
  const text = useText('administeredBots');
  const botText = useText('bots');
  const labelOf = useCauseLabel();
  const all = { value: '', name: text('all') };
  const organization = useQuery(query(getOrganizationSelf, {}));
  return (
    <FoldingFilters
      label={text('title')}
      name={text('filters')}
      count={folded.filter((name) => search[name] !== undefined).length}
      first={
        <SearchField
          label={text('search')}
          value={search.name ?? ''}
          maxLength={100}
          onSearch={(name) => onChange({ name: name || undefined })}
        />
      }
      sx={{
        px: { xs: 2, sm: 2.5 },
        py: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
      }}
    >
      <SelectField
        small
        label={text('standing')}
        value={search.standing ?? ''}
        options={[all, ...botStandings.map((value) => ({ value, name: text(`stands_${value}`) }))]}
        onChange={(standing) => onChange({ standing: standing || undefined })}
      />
      <SelectField
        small
        label={text('state')}
        value={search.state ?? ''}
        options={[all, ...botStates.map((value) => ({ value, name: botText(value) }))]}
        onChange={(state) => onChange({ state: state || undefined })}
      />
      <SelectField
        small
        label={text('cause')}
        value={search.cause ?? ''}
        options={[
          all,
          { value: 'none', name: text('noCause') },
          ...stopAskers.map((value) => ({ value, name: labelOf(value), group: text('byPeople') })),
          { value: 'fault', name: text('anyFault'), group: text('byItself') },
          ...botErrorCodes.map((value) => ({ value, name: labelOf(value), group: text('byItself') })),
        ]}
        onChange={(cause) => onChange({ cause: cause || undefined })}
      />
      <SelectField
        small
        label={text('stoppedWithin')}
        value={search.stopped ?? ''}
        options={[all, ...(['hours24', 'days7'] as const).map((value) => ({ value, name: text(`within_${value}`) }))]}
        onChange={(stopped) => onChange({ stopped: stopped || undefined })}
      />
      <SelectField
        small
        label={text('keyEnds')}
        value={search.keyEnds ?? ''}
        options={[all, { value: 'soon', name: text('withinDays', { count: keyEndsSoonDays }) }]}
        onChange={(keyEnds) => onChange({ keyEnds: keyEnds || undefined })}
      />
      <SelectField
        small
        label={text('exchange')}
        value={search.exchange ?? ''}
        options={[all, ...(organization.data?.exchangeChoices ?? []).map(({ id, name }) => ({ value: id, name }))]}
        onChange={(exchange) => onChange({ exchange: exchange || undefined })}
      />
      <SearchField
        label={text('pairs')}
        placeholder="BTC/USDT"
        value={search.pair ?? ''}
        maxLength={41}
        onSearch={(pair) => onChange({ pair: pairIn(pair) || undefined })}
      />
      <SelectField
        small
        label={text('filledBefore')}
        value={search.without ?? ''}
        options={[all, ...spanNames.map((value) => ({ value, name: text(value) }))]}
        onChange={(without) => onChange({ without: without || undefined })}
      />
    </FoldingFilters>
  );
}

/** Every bot of the organization, whatever is looked for. */
function StopAllBots({ onAsked }: { readonly onAsked: (stopId: string) => void }) {
  const text = useText('administeredBots');
  const running = useQuery(query(countActiveBots, { query: {} }));
  const reads = [countActiveBots, listBotsOfOrganization];
  return <StopAll count={running.data?.count} stop={stopBotsOfOrganization} text={text} reads={reads} onAsked={onAsked} />;
}
