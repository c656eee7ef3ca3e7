import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageLink, PageTitle, query, type SearchChange, SearchField, usePagedList } from '@tenbin/app-kit';
import { countPlatformUsers, listPlatformUsers } from '@tenbin/contract';
import { Empty, formatDay, Pager, Panel, SmallTable } from '@tenbin/ui';
import { OrganizationField, useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/shell/behind/users');
const pageSize = 20;

/** The users of all organizations. */
export function UsersPage() {
  const text = useText('platform');
  const navigate = route.useNavigate();
  const { page = 1, email, organization } = route.useSearch();
  const filter = { ...(email !== undefined && { email }), ...(organization !== undefined && { organization }) };
  const nameOf = useOrganizationNames();
  const list = usePagedList({
    count: query(countPlatformUsers, { query: filter }),
    list: ({ offset, limit }) => query(listPlatformUsers, { query: { ...filter, skip: offset, limit } }),
    page,
    size: pageSize,
  });
  const change = (part: SearchChange<typeof filter>) =>
    void navigate({ search: (now) => changedSearch(now, part), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={text('users')} />
      <Panel flush>
        <Box
          role="search"
          aria-label={text('users')}
          sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, gridTemplateColumns: { sm: '1fr 1fr' } }}
        >
          <SearchField label={text('email')} value={email ?? ''} maxLength={254} onSearch={(next) => change({ email: next })} />
          <OrganizationField value={organization} onChange={(next) => change({ organization: next })} />
        </Box>
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
          <PagedList list={list} what={text('users')} waiting={{ rows: 8, height: 44 }} empty={<Empty title={text('nothingFound')} />}>
            {(users) => (
              <SmallTable
                lined
                stacked="named"
                label={text('users')}
                heads={[text('email'), text('organization'), text('since'), text('state'), text('bots')]}
                rows={users.map((user) => ({
                  key: user.id,
                  cells: [
                    <PageLink key="email" to="/users/$userId" params={{ userId: user.id }}>
                      {user.email}
                    </PageLink>,
                    nameOf(user.organization),
                    formatDay(user.createdAt),
                    text(user.bannedAt !== null ? 'banned' : user.verifiedAt === null ? 'unverified' : 'open'),
                    text('botsOf', { count: user.botCount, running: user.runningCount }),
                  ],
                }))}
              />
            )}
          </PagedList>
        </Box>
        <Pager page={list.page} pages={list.pages} onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })} />
      </Panel>
    </>
  );
}
