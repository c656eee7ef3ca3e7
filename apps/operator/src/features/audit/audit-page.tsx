import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PageTitle, query, type SearchChange, usePagedList } from '@tenbin/app-kit';
import { AuditLog, type AuditQuery, auditFilterOf, CsvMenu, auditPageSize as size, useActNames } from '@tenbin/app-kit/staff';
import { countPlatformAudit, downloadPlatformAudit, listPlatformAudit } from '@tenbin/contract';
import { OrganizationField, useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const route = getRouteApi('/shell/behind/audit');

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
  const nameOf = useOrganizationNames();
  const mayOperate = useMayOperate();
  const list = usePagedList({
    count: query(countPlatformAudit, { query: filter }),
    list: (part) => query(listPlatformAudit, { query: { ...filter, ...part } }),
    page,
    size,
  });
  const change = (part: SearchChange<AuditQuery>) => void navigate({ search: (now) => changedSearch(now, part), replace: true });
  return (
    <>
      <PageTitle title={text('title')} />
      <AuditLog
        search={search}
        timeZone={timeZone}
        names={useActNames()}
        list={list}
        fields={<OrganizationField withPlatform value={search.organization} onChange={(organization) => change({ organization })} />}
        download={
          mayOperate && (
            <CsvMenu
              label={text('download')}
              kinds={{ csv: text('csv'), csvExcel: text('csvExcel') }}
              name="audit"
              route={downloadPlatformAudit}
              filter={{ ...filter, timeZone }}
            />
          )
        }
        ownerOf={({ organization }) => (organization === null ? platformText('thePlatform') : nameOf(organization))}
        onChange={change}
        onClear={() => void navigate({ search: {}, replace: true })}
        onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })}
      />
    </>
  );
}
