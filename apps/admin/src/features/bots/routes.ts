import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, textIn, wholeIn } from '@tenbin/app-kit';
import { botSearch } from '@tenbin/bot-views/search';
import { BotSort } from '@tenbin/contract';
import { columnsIn } from '../../app/list-columns.ts';
import { createSection } from '../../app/section.ts';
import { textsIn } from '../../app/texts-in.ts';
import { botColumns } from './bot-columns.ts';

const section = createSection({
  id: 'bots',
  needs: 'read',
  words: [
    'administeredBots',
    'bot',
    'bots',
    'causeLabels',
    'causes',
    'charts',
    'history',
    'rebalance',
    'result',
    'savedFilters',
    'timeline',
  ],
});
const fetchPages = () => import('./pages.ts');

const list = createRoute({
  getParentRoute: () => section,
  path: '/bots',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      ...textsIn(search, 'name', 'state', 'standing', 'cause', 'stopped', 'keyEnds', 'exchange', 'pair', 'without', 'stop'),
      sort: BotSort.options.find((one) => one === search.sort),
      columns: columnsIn(botColumns, search.columns),
      page: wholeIn(search.page),
    }),
  component: lazyPage(fetchPages, 'BotsPage'),
});

const one = createRoute({
  getParentRoute: () => section,
  path: '/bots/$botId',
  validateSearch: (search: Record<string, unknown>) => ({
    ...botSearch(search),
    ...given({
      /** A stop whose receipt is shown. */
      stop: textIn(search.stop),
      /** It was started from here: what comes of that is shown. */
      started: search.started === true ? (true as const) : undefined,
    }),
  }),
  component: lazyPage(fetchPages, 'BotPage'),
});

export const botsSection = section.addChildren([list, one]);
