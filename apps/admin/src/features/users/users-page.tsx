import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageLink, PageTitle, query, type SearchChange, useDownload, usePagedList } from '@tenbin/app-kit';
import { countUsers, downloadUsers, listUsers } from '@tenbin/contract';
import { Empty, FoldingPanel, Pager, Panel } from '@tenbin/ui';
import { useState } from 'react';
import { SavedFilters } from '../../app/saved-filters.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';
import { UserFilters } from '../../app/user-filters.tsx';
import { filterOf } from '../../app/user-search.ts';
import { BulkActs } from './bulk-acts.tsx';
import { InviteUser } from './invite-user.tsx';
import { chosenColumns, columnsIn, userColumns } from './user-columns.ts';
import { UserTable } from './user-table.tsx';
import { WaitingSignUps } from './waiting-sign-ups.tsx';

const route = getRouteApi('/shell/users/users');
const pageSize = 20;
type Search = ReturnType<typeof route.useSearch>;

interface PartProps {
  readonly search: Search;
  readonly onChange: (next: SearchChange<Search>) => void;
}

export function UsersPage() {
  const text = useText('users');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayInvite = useMayDo('users');
  const { page = 1, ...kept } = search;
  // A changed search begins at its first page.
  const change = (next: SearchChange<Search>) =>
    void navigate({ search: (now) => changedSearch(now, next), replace: true, resetScroll: false });
  const turnTo = (next: number) => void navigate({ search: (now) => ({ ...now, page: next }) });
  const isWaiting = search.show === 'signUps';
  return (
    <>
      <PageTitle title={text('title')} action={mayInvite && <InviteUser />} />
      <Panel flush>
        <UserFilters search={search} onChange={change} isList />
        <SavedFilters list="users" search={kept} onChoose={(saved) => void navigate({ search: saved as Search })} />
        {isWaiting ? (
          <WaitingSignUps email={search.email} page={page} onPage={turnTo} />
        ) : (
          <FoundUsers search={search} onChange={change} onPage={turnTo} onClear={() => void navigate({ search: {} })} />
        )}
      </Panel>
      {!isWaiting && <ColumnChoice search={search} onChange={change} />}
    </>
  );
}

interface FoundUsersProps extends PartProps {
  readonly onPage: (page: number) => void;
  readonly onClear: () => void;
}

function FoundUsers({ search, onChange, onPage, onClear }: FoundUsersProps) {
  const text = useText('users');
  const { page = 1, sort = 'newest', columns, show: _show, ...asked } = search;
  const filter = filterOf(asked, Date.now());
  const list = usePagedList({
    count: query(countUsers, { query: filter }),
    list: ({ offset, limit }) => query(listUsers, { query: { ...filter, sort, skip: offset, limit } }),
    page,
    size: pageSize,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const download = useDownload();
  const mayExport = useMayDo('export');
  const mayStop = useMayDo('stop');
  const mayMail = useMayDo('mail');
  const isFiltered = Object.keys(filter).length > 0;
  const clear = isFiltered && <Button onClick={onClear}>{text('clear')}</Button>;
  return (
    <>
      <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Box role="status" sx={{ fontSize: 14, mr: 'auto' }}>
          {list.count !== undefined && text('found', { count: list.count })}
        </Box>
        {clear}
        {mayMail && (
          <PageLink to="/emails/new" search={asked}>
            {text('mailThem')}
          </PageLink>
        )}
        {mayExport && (
          <Button loading={download.isPending} onClick={() => download.start('users.csv', downloadUsers, { query: filter })}>
            {text('download')}
          </Button>
        )}
      </Box>
      {mayStop && <BulkActs chosen={chosen} filter={filter} count={list.count} onDone={() => setChosen(new Set())} />}
      <PagedList
        list={list}
        what={text('title')}
        waiting={{ rows: pageSize, height: 53 }}
        empty={
          <Empty title={text('empty')} action={clear}>
            {text('emptyHelp')}
          </Empty>
        }
      >
        {(rows) => (
          <UserTable
            rows={rows}
            columns={chosenColumns(columns)}
            sort={sort}
            onSort={(next) => onChange({ sort: next === 'newest' ? undefined : next })}
            chosen={mayStop ? chosen : null}
            onChoose={setChosen}
          />
        )}
      </PagedList>
      <Pager page={list.page} pages={list.pages} onPage={onPage} />
    </>
  );
}

function ColumnChoice({ search: { page, columns }, onChange }: PartProps) {
  const text = useText('users');
  const shown = chosenColumns(columns);
  return (
    <FoldingPanel title={text('columns')}>
      <Box role="group" aria-label={text('columns')}>
        {userColumns.map((name) => (
          <FormControlLabel
            key={name}
            label={text(name)}
            control={
              <Checkbox
                checked={shown.includes(name)}
                onChange={(_, isShown) =>
                  onChange({
                    page,
                    columns: columnsIn(userColumns.filter((one) => (one === name ? isShown : shown.includes(one))).join()),
                  })
                }
              />
            }
          />
        ))}
      </Box>
    </FoldingPanel>
  );
}
