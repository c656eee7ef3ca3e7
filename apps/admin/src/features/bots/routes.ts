import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, textIn, wholeIn } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({
  id: 'bots',
  needs: 'read',
  words: ['administeredBots', 'bot', 'bots', 'causes', 'charts', 'history', 'rebalance', 'result', 'savedFilters', 'timeline'],
});
const fetchPages = () => import('./pages.ts');

const list = createRoute({
  getParentRoute: () => section,
  path: '/bots',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      name: textIn(search.name),
      state: textIn(search.state),
      cause: textIn(search.cause),
      exchange: textIn(search.exchange),
      pair: textIn(search.pair),
      without: textIn(search.without),
      page: wholeIn(search.page),
    }),
  component: lazyPage(fetchPages, 'BotsPage'),
});

const one = createRoute({
  getParentRoute: () => section,
  path: '/bots/$botId',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      pair: textIn(search.pair),
      range: textIn(search.range),
      candles: textIn(search.candles),
      page: wholeIn(search.page),
      show: textIn(search.show),
      on: textIn(search.on),
      find: textIn(search.find),
      from: textIn(search.from),
      to: textIn(search.to),
    }),
  component: lazyPage(fetchPages, 'BotPage'),
});

export const botsSection = section.addChildren([list, one]);
