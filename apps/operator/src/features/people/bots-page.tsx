import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageLink, PageTitle, query, type SearchChange, SearchField, usePagedList } from '@tenbin/app-kit';
import { BotState } from '@tenbin/bot-views';
import { countPlatformBots, listPlatformBots } from '@tenbin/contract';
import { Empty, formatDate, Pager, Panel, SelectField, SmallTable, unknownFigure } from '@tenbin/ui';
import { OrganizationField, useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/shell/behind/bots');
const pageSize = 20;
const states = ['running', 'starting', 'rebalancing', 'stopping', 'stopped'] as const;

type Search = Omit<ReturnType<typeof route.useSearch>, 'page'>;

/** The bots of all users of all organizations. */
export function BotsPage() {
  const text = useText('platform');
  const botText = useText('bots');
  const navigate = route.useNavigate();
  const { page = 1, ...search } = route.useSearch();
  const { name, organization, user } = search;
  const state = states.find((one) => one === search.state);
  const filter = {
    ...(name !== undefined && { name }),
    ...(organization !== undefined && { organization }),
    ...(user !== undefined && { user }),
    ...(state !== undefined && { state }),
  };
  const nameOf = useOrganizationNames();
  const list = usePagedList({
    count: query(countPlatformBots, { query: filter }),
    list: ({ offset, limit }) => query(listPlatformBots, { query: { ...filter, skip: offset, limit } }),
    page,
    size: pageSize,
  });
  const change = (part: SearchChange<Search>) =>
    void navigate({ search: (now) => changedSearch(now, part), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={text('bots')} />
      <Panel flush>
        <Box
          role="search"
          aria-label={text('bots')}
          sx={{ display: 'grid', gap: 1.5, p: { xs: 2, sm: 2.5 }, gridTemplateColumns: { sm: '1fr 1fr', lg: 'repeat(3, 1fr)' } }}
        >
          <SearchField label={text('name')} value={name ?? ''} maxLength={100} onSearch={(next) => change({ name: next || undefined })} />
          <SelectField
            small
            label={text('state')}
            value={state ?? ''}
            options={[{ value: '', name: text('all') }, ...states.map((value) => ({ value, name: botText(value) }))]}
            onChange={(next) => change({ state: next || undefined })}
          />
          <OrganizationField value={organization} onChange={(next) => change({ organization: next })} />
        </Box>
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
          <PagedList list={list} what={text('bots')} waiting={{ rows: 8, height: 44 }} empty={<Empty title={text('nothingFound')} />}>
            {(bots) => (
              <SmallTable
                lined
                stacked="named"
                label={text('bots')}
                heads={[text('name'), text('organization'), text('user'), text('exchange'), text('lastFill'), text('state')]}
                rows={bots.map((bot) => ({
                  key: bot.id,
                  cells: [
                    <PageLink key="name" to="/bots/$botId" params={{ botId: bot.id }}>
                      {bot.name}
                    </PageLink>,
                    nameOf(bot.organization),
                    bot.email,
                    bot.exchange.name,
                    bot.lastFillAt ? formatDate(bot.lastFillAt) : unknownFigure,
                    <BotState key="state" state={bot.state} autoStartRequested={bot.autoStartRequested} />,
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
