import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageTitle, query, type SearchChange, usePagedList } from '@tenbin/app-kit';
import { AuditFilters, type AuditQuery, AuditRow, auditFilterOf, CsvMenu, useActNames } from '@tenbin/app-kit/staff';
import { countPlatformAudit, downloadPlatformAudit, listPlatformAudit } from '@tenbin/contract';
import { Empty, Pager, Panel } from '@tenbin/ui';
import { OrganizationField, useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const route = getRouteApi('/shell/behind/audit');
const pageSize = 20;

/** Days of the list, times of its rows and times in its file are all those of the reader's clocks: no one organization's count. */
const filterOf = (search: AuditQuery, timeZone: string) => ({
  ...auditFilterOf(search, timeZone),
  ...(search.organization !== undefined && { organization: search.organization }),
});

/** Who did what, over all organizations and the platform. */
export function AuditPage() {
  const text = useText('audit');
  const platformText = useText('platform');
  const navigate = route.useNavigate();
  const { page = 1, ...search } = route.useSearch();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const filter = filterOf(search, timeZone);
  const names = useActNames();
  const nameOf = useOrganizationNames();
  const mayOperate = useMayOperate();
  const list = usePagedList({
    count: query(countPlatformAudit, { query: filter }),
    list: (part) => query(listPlatformAudit, { query: { ...filter, ...part } }),
    page,
    size: pageSize,
  });
  const change = (part: SearchChange<AuditQuery>) => void navigate({ search: (now) => changedSearch(now, part), replace: true });
  return (
    <>
      <PageTitle title={text('title')} />
      <Panel flush>
        <AuditFilters
          search={search}
          timeZone={timeZone}
          actions={names.options}
          onChange={change}
          onClear={() => void navigate({ search: {}, replace: true })}
        >
          <OrganizationField withPlatform value={search.organization} onChange={(organization) => change({ organization })} />
        </AuditFilters>
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1, minHeight: 40, display: 'flex', justifyContent: 'flex-end' }}>
          {mayOperate && list.count !== undefined && list.count > 0 && (
            <CsvMenu
              label={text('download')}
              kinds={{ csv: text('csv'), csvExcel: text('csvExcel') }}
              name="audit"
              route={downloadPlatformAudit}
              filter={{ ...filter, timeZone }}
            />
          )}
        </Box>
        <PagedList
          list={list}
          what={text('entries')}
          waiting={{ rows: 10, height: 64 }}
          empty={<Empty title={text(Object.keys(filter).length > 0 ? 'emptyFiltered' : 'empty')} />}
        >
          {(entries) => (
            <Box component="ul" aria-label={text('entries')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {entries.map((entry) => (
                <AuditRow
                  key={entry.id}
                  entry={entry}
                  owner={entry.organization === null ? platformText('thePlatform') : nameOf(entry.organization)}
                  names={names}
                />
              ))}
            </Box>
          )}
        </PagedList>
        <Pager page={list.page} pages={list.pages} onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })} />
      </Panel>
    </>
  );
}
