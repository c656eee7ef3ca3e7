import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageTitle, query, type SearchChange, usePagedList } from '@tenbin/app-kit';
import { AuditFilters, type AuditQuery, AuditRow, auditFilterOf, CsvMenu } from '@tenbin/app-kit/staff';
import { countPlatformAudit, downloadPlatformAudit, listPlatformAudit } from '@tenbin/contract';
import { Empty, Pager, Panel, useI18n } from '@tenbin/ui';
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
  const names = useNames();
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
          actions={names.actions}
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
                  actionName={names.actionName}
                  refusalName={names.refusalName}
                  roleName={names.roleName}
                  factName={names.factName}
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

/** What acts, refusals and roles are called; what a newer server knows besides is called as the API does. */
function useNames() {
  const i18n = useI18n();
  const language = i18n.resolvedLanguage ?? 'ja';
  const all = (file: string): Readonly<Record<string, string>> => i18n.getResourceBundle(language, file) ?? {};
  const [actions, facts, refusals, shell] = [all('actions'), all('factNames'), all('refusals'), all('shell')];
  return {
    actions: Object.entries(actions)
      .map(([value, name]) => ({ value, name }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
    actionName: (action: string) => actions[action] ?? action,
    factName: (fact: string) => facts[fact] ?? fact,
    refusalName: (code: string) => refusals[code] ?? code,
    roleName: (role: string) => shell[`role_${role}`] ?? role,
  };
}
