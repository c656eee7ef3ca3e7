import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, given, PagedList, PageLink, PageTitle, query, type SearchChange, usePagedList } from '@tenbin/app-kit';
import { countUsers, downloadUsers, listUsers } from '@tenbin/contract';
import { Empty, Pager, Panel } from '@tenbin/ui';
import { useState } from 'react';
import { ColumnChoice } from '../../app/column-choice.tsx';
import { CsvDownload } from '../../app/csv-download.tsx';
import { chosenColumns, withColumns } from '../../app/list-columns.ts';
import { SavedFilters } from '../../app/saved-filters.tsx';
import { useText } from '../../app/text.ts';
import { useMayDo } from '../../app/use-self.ts';
import { filterOf } from '../../app/user-filter.ts';
import { UserFilters } from '../../app/user-filters.tsx';
import { BulkActResult } from './bulk-act-result.tsx';
import { BulkActs } from './bulk-acts.tsx';
import { InviteUser } from './invite-user.tsx';
import { PastBulkActs } from './past-bulk-acts.tsx';
import { userColumns } from './user-columns.ts';
import { columnName, UserTable } from './user-table.tsx';
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
  const { page = 1, act, ...kept } = search;
  // A changed search begins at its first page.
  const change = (next: SearchChange<Search>) =>
    void navigate({ search: (now) => changedSearch(now, next), replace: true, resetScroll: false });
  const chooseColumns = (next: (chosen: string | undefined) => string | undefined) =>
    void navigate({ search: (now) => withColumns(now, next), replace: true, resetScroll: false });
  const turnTo = (next: number) => void navigate({ search: (now) => ({ ...now, page: next }) });
  // In the address, so that its results are found again.
  const showAct = (id: string | undefined) =>
    void navigate({ search: ({ act: _shown, ...now }) => ({ ...now, ...given({ act: id }) }), replace: true, resetScroll: false });
  const isWaiting = search.show === 'signUps';
  return (
    <>
      <PageTitle title={text('title')} action={mayInvite && <InviteUser />} />
      {act !== undefined && <BulkActResult key={act} id={act} onClose={() => showAct(undefined)} />}
      <Panel flush>
        <UserFilters search={search} onChange={change} isList />
        <SavedFilters list="users" search={kept} maySave={!isWaiting} onChoose={(saved) => void navigate({ search: saved as Search })} />
        {isWaiting ? (
          <WaitingSignUps email={search.email} page={page} onPage={turnTo} />
        ) : (
          <FoundUsers search={search} onChange={change} onPage={turnTo} onAct={showAct} onClear={() => void navigate({ search: {} })} />
        )}
      </Panel>
      {!isWaiting && (
        <ColumnChoice
          title={text('columns')}
          columns={userColumns}
          nameOf={(name) => text(columnName(name))}
          chosen={search.columns}
          onChange={chooseColumns}
        />
      )}
      <PastBulkActs />
    </>
  );
}

interface FoundUsersProps extends PartProps {
  readonly onPage: (page: number) => void;
  readonly onAct: (id: string) => void;
  readonly onClear: () => void;
}

function FoundUsers({ search, onChange, onPage, onAct, onClear }: FoundUsersProps) {
  const text = useText('users');
  const { page = 1, sort = 'newest', columns, show: _show, act: _act, ...asked } = search;
  const filter = filterOf(asked, Date.now());
  const list = usePagedList({
    count: query(countUsers, { query: filter }),
    list: ({ offset, limit }) => query(listUsers, { query: { ...filter, sort, skip: offset, limit } }),
    page,
    size: pageSize,
  });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const askedFor = (id: string) => {
    setChosen(new Set());
    onAct(id);
  };
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
        {mayExport && <CsvDownload label={text('download')} name="users" route={downloadUsers} filter={filter} />}
      </Box>
      {mayStop && <BulkActs chosen={chosen} filter={filter} count={list.count} onAsked={askedFor} />}
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
            columns={chosenColumns(userColumns, columns)}
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
