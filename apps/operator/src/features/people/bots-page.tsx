import Box from '@mui/material/Box';
import { getRouteApi } from '@tanstack/react-router';
import { changedSearch, PagedList, PageLink, PageTitle, query, type SearchChange, SearchField, usePagedList } from '@tenbin/app-kit';
import { BotState, useCauseLabel } from '@tenbin/bot-views';
import { botStates, stopCauses } from '@tenbin/bots';
import { countPlatformBots, listPlatformBots, type Mapped, type PlatformBot } from '@tenbin/contract';
import { Empty, formatDate, Pager, Panel, SelectField, SmallTable, unknownFigure } from '@tenbin/ui';
import { useBotName } from '../../app/bot-name.ts';
import { OrganizationField, useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { StopAll } from './stop-all.tsx';

const route = getRouteApi('/shell/behind/bots');
const pageSize = 20;
const causes = ['fault', ...stopCauses] as const;
const owners = { users: false, platform: true } as const;

type Search = Omit<ReturnType<typeof route.useSearch>, 'page'>;

/** The bots of all users of all organizations, and those of the platform itself. */
export function BotsPage() {
  const text = useText('platform');
  const botText = useText('bots');
  const labelOf = useCauseLabel();
  const navigate = route.useNavigate();
  const { page = 1, ...search } = route.useSearch();
  const { name, organization, user } = search;
  const cause = causes.find((one) => one === search.cause);
  const isOfPlatform = new Map<string | undefined, boolean>(Object.entries(owners)).get(search.owner);
  const state = botStates.find((one) => one === search.state);
  const filter = {
    ...(name !== undefined && { name }),
    ...(organization !== undefined && { organization }),
    ...(user !== undefined && { user }),
    ...(state !== undefined && { state }),
    ...(cause !== undefined && { cause }),
    ...(isOfPlatform !== undefined && { isOfPlatform }),
  };
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
      <PageTitle title={text('bots')} action={useMayOperate() && <StopAll />} />
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
            options={[{ value: '', name: text('all') }, ...botStates.map((value) => ({ value, name: botText(value) }))]}
            onChange={(next) => change({ state: next || undefined })}
          />
          <SelectField
            small
            label={text('cause')}
            value={cause ?? ''}
            options={[
              { value: '', name: text('all') },
              ...causes.map((value) => ({ value, name: value === 'fault' ? text('anyFault') : labelOf(value) })),
            ]}
            onChange={(next) => change({ cause: next || undefined })}
          />
          <SelectField
            small
            label={text('owner')}
            value={search.owner ?? ''}
            options={[
              { value: '', name: text('all') },
              { value: 'users', name: text('ofUsers') },
              { value: 'platform', name: text('ofPlatform') },
            ]}
            onChange={(next) => change({ owner: next || undefined })}
          />
          <OrganizationField value={organization} onChange={(next) => change({ organization: next })} />
        </Box>
        <Box sx={{ px: { xs: 2, sm: 2.5 }, pb: 2 }}>
          <PagedList list={list} what={text('bots')} waiting={{ rows: 8, height: 44 }} empty={<Empty title={text('nothingFound')} />}>
            {(bots) => <BotTable bots={bots} />}
          </PagedList>
        </Box>
        <Pager page={list.page} pages={list.pages} onPage={(next) => void navigate({ search: (now) => ({ ...now, page: next }) })} />
      </Panel>
    </>
  );
}

function BotTable({ bots }: { readonly bots: readonly Mapped<PlatformBot>[] }) {
  const text = useText('platform');
  const nameOf = useOrganizationNames();
  const botName = useBotName();
  const labelOf = useCauseLabel();
  return (
    <SmallTable
      lined
      stacked="named"
      label={text('bots')}
      heads={[text('name'), text('organization'), text('user'), text('exchange'), text('lastFill'), text('state'), text('cause')]}
      rows={bots.map((bot) => ({
        key: bot.id,
        cells: [
          <PageLink key="name" to="/bots/$botId" params={{ botId: bot.id }}>
            {botName(bot)}
          </PageLink>,
          bot.user === null ? text('thePlatform') : nameOf(bot.organization),
          bot.email ?? unknownFigure,
          bot.exchange.name,
          bot.lastFillAt ? formatDate(bot.lastFillAt) : unknownFigure,
          <BotState key="state" state={bot.state} autoStartRequested={bot.autoStartRequested} />,
          bot.stopCause === null ? unknownFigure : labelOf(bot.stopCause),
        ],
      }))}
    />
  );
}
