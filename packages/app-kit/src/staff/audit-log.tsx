import Box from '@mui/material/Box';
import type { AuditEntry, Mapped } from '@tenbin/contract';
import { Empty, Pager, Panel } from '@tenbin/ui';
import type { ReactNode } from 'react';
import type { SearchChange } from '../router/search.ts';
import { PagedList } from '../tables/paged-list.tsx';
import type { PagedRows } from '../tables/use-paged-list.ts';
import { AuditFilters, type AuditQuery, filterCountOf } from './audit-filters.tsx';
import { AuditRow } from './audit-row.tsx';
import { useText } from './text.ts';
import type { ActNames } from './use-act-names.ts';

/** Entries on a page. */
export const auditPageSize = 20;

interface AuditLogProps<Entry> {
  readonly search: AuditQuery;
  /** By whose clocks its days begin. */
  readonly timeZone: string;
  readonly names: ActNames;
  readonly list: PagedRows<Entry>;
  readonly onChange: (part: SearchChange<AuditQuery>) => void;
  readonly onClear: () => void;
  readonly onPage: (page: number) => void;
  /** What else it is searched by. */
  readonly fields?: ReactNode;
  readonly note?: ReactNode;
  /** Shown where there is something to save. */
  readonly download: ReactNode;
  /** Whose log an entry stands in, where there are several. */
  readonly ownerOf?: (entry: Entry) => string;
}

/** Who did what to whom, and when: what the log is searched by, and what was found. */
export function AuditLog<Entry extends Mapped<AuditEntry>>(props: AuditLogProps<Entry>) {
  const { search, timeZone, names, list, onChange, onClear, onPage, fields, note, download, ownerOf } = props;
  const text = useText('audit');
  const { count = auditPageSize, rows } = list;
  return (
    <Panel flush>
      <AuditFilters search={search} timeZone={timeZone} actions={names.options} onChange={onChange} onClear={onClear}>
        {fields}
      </AuditFilters>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1, minHeight: 40, display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {note}
        <Box sx={{ ml: 'auto' }}>{list.count !== undefined && list.count > 0 && download}</Box>
      </Box>
      <PagedList
        list={list}
        what={text('entries')}
        waiting={{ rows: Math.min(auditPageSize, count), height: 64 }}
        empty={<Empty title={text(filterCountOf(search) > 0 ? 'emptyFiltered' : 'empty')} />}
      >
        {(entries) => (
          <Box
            component="ul"
            aria-label={text('entries')}
            aria-busy={rows.isPlaceholderData}
            sx={{ m: 0, p: 0, listStyle: 'none', opacity: rows.isPlaceholderData ? 0.6 : 1 }}
          >
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} names={names} {...(ownerOf && { owner: ownerOf(entry) })} />
            ))}
          </Box>
        )}
      </PagedList>
      {rows.data && <Pager page={list.page} pages={list.pages} onPage={onPage} />}
    </Panel>
  );
}
