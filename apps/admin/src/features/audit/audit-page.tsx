import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageTitle, query, usePagedList } from '@tenbin/app-kit';
import { AuditFilters, AuditRow, auditFilterOf as filterOf } from '@tenbin/app-kit/staff';
import { countAudit, downloadAudit, listAudit } from '@tenbin/contract';
import { Empty, Pager, Panel } from '@tenbin/ui';
import { useActNames } from '../../app/act-names.ts';
import { ClocksNote } from '../../app/clocks-note.tsx';
import { CsvDownload } from '../../app/csv-download.tsx';
import { useText } from '../../app/text.ts';
import { useTimeZone } from '../../app/use-self.ts';
import { AuditCheckNote } from './audit-check-note.tsx';

const route = getRouteApi('/shell/audit/audit');
const pageSize = 20;

/** Who did what to whom, and when. */
export function AuditPage() {
  const text = useText('audit');
  const navigate = route.useNavigate();
  const { page = 1, ...search } = route.useSearch();
  const timeZone = useTimeZone();
  const filter = filterOf(search, timeZone);
  const list = usePagedList({
    count: query(countAudit, { query: filter }),
    list: (part) => query(listAudit, { query: { ...filter, ...part } }),
    page,
    size: pageSize,
  });
  const { rows } = list;
  const names = useActNames();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageTitle title={text('title')} />
      <AuditCheckNote />
      <Panel flush>
        <AuditFilters
          search={search}
          timeZone={timeZone}
          actions={names.options}
          onChange={(part) => void navigate({ to: '/audit', search: (now) => changedSearch(now, part), replace: true })}
          onClear={() => void navigate({ to: '/audit', search: {}, replace: true })}
        />
        <Box
          sx={{
            px: { xs: 2, sm: 2.5 },
            pb: 1,
            minHeight: 40,
            display: 'flex',
            gap: 2,
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <ClocksNote words="audit" />
          {list.count !== undefined && list.count > 0 && (
            <CsvDownload label={text('download')} name="audit" route={downloadAudit} filter={filter} />
          )}
        </Box>
        <PagedList
          list={list}
          what={text('entries')}
          waiting={{ rows: Math.min(pageSize, list.count ?? pageSize), height: 64 }}
          empty={<Empty title={text(isFiltered ? 'emptyFiltered' : 'empty')} />}
        >
          {(entries) => (
            <Box
              component="ul"
              aria-label={text('entries')}
              aria-busy={rows.isPlaceholderData}
              sx={{ m: 0, p: 0, listStyle: 'none', opacity: rows.isPlaceholderData ? 0.6 : 1 }}
            >
              {entries.map((entry) => (
                <AuditRow key={entry.id} entry={entry} names={names} />
              ))}
            </Box>
          )}
        </PagedList>
        {rows.data && (
          <Pager
            page={list.page}
            pages={list.pages}
            onPage={(next) => void navigate({ to: '/audit', search: (now) => ({ ...now, page: next }) })}
          />
        )}
      </Panel>
    </>
  );
}
