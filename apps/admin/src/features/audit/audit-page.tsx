import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PageTitle, query, usePagedList } from '@tenbin/app-kit';
import { AuditLog, auditFilterOf as filterOf, auditPageSize as size } from '@tenbin/app-kit/staff';
import { countAudit, downloadAudit, listAudit } from '@tenbin/contract';
import { useActNames } from '../../app/act-names.ts';
import { ClocksNote } from '../../app/clocks-note.tsx';
import { CsvDownload } from '../../app/csv-download.tsx';
import { useText } from '../../app/text.ts';
import { useTimeZone } from '../../app/use-self.ts';
import { AuditCheckNote } from './audit-check-note.tsx';

const route = getRouteApi('/shell/audit/audit');

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
    size,
  });
  return (
    <>
      <PageTitle title={text('title')} />
      <Box sx={{ mb: 2 }}>
        <AuditCheckNote />
      </Box>
      <AuditLog
        search={search}
        timeZone={timeZone}
        names={useActNames()}
        list={list}
        note={<ClocksNote words="audit" />}
        download={<CsvDownload label={text('download')} name="audit" route={downloadAudit} filter={filter} />}
        onChange={(part) => void navigate({ to: '/audit', search: (now) => changedSearch(now, part), replace: true })}
        onClear={() => void navigate({ to: '/audit', search: {}, replace: true })}
        onPage={(next) => void navigate({ to: '/audit', search: (now) => ({ ...now, page: next }) })}
      />
    </>
  );
}
