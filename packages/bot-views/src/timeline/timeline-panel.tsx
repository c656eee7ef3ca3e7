import Box from '@mui/material/Box';
import { PagedList, periodOf, query, usePagedList } from '@tenbin/app-kit';
import type { Mapped, TimelineEntry } from '@tenbin/contract';
import { Empty, FoldingPanel, formatDate, formatTime, Pager, useI18n, useLanguage } from '@tenbin/ui';
import { useMemo } from 'react';
import { useBotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import type { BotWords } from '../words/text.ts';
import { useBotText } from '../words/text.ts';
import { type Requote, requoteOf } from './requote-of.ts';
import { type TimelineFilter, TimelineFilters, timelineKinds } from './timeline-filters.tsx';
import { meaningsOf } from './timeline-search.ts';
import { type TimelineWords, timelineText } from './timeline-text.ts';

const pageSize = 25;

interface TimelinePanelProps {
  readonly bot: Pick<BotView, 'id' | 'pairs'>;
  /** From the address. */
  readonly filter: TimelineFilter;
  /** From 1. */
  readonly page: number;
  /** Some of it is another. A changed filter begins at its first page. */
  readonly onChange: (part: TimelineFilter & { readonly page?: number | undefined }) => void;
}

/** The bot's decisions and their reasons: why did it trade, why not? */
export function TimelinePanel(props: TimelinePanelProps) {
  const text = useBotText('bot');
  return (
    <FoldingPanel flush title={text('timeline')}>
      <Entries {...props} />
    </FoldingPanel>
  );
}

function Entries({ bot, filter, page: requestedPage, onChange }: TimelinePanelProps) {
  const routes = useBotRoutes();
  const text = useBotText('bot');
  const search = useSearch(bot, filter);
  const params = { id: bot.id };
  const isSearched = Object.keys(search).length > 0;
  const wanted = isSearched ? search : { byLine: true };
  const list = usePagedList({
    count: query(routes.timelineCount, { params, query: wanted }),
    list: (part) => query(routes.timeline, { params, query: { ...wanted, ...part } }),
    page: requestedPage,
    size: pageSize,
  });
  return (
    <>
      <TimelineFilters pairs={bot.pairs} filter={filter} onChange={onChange} />
      <Box sx={{ minHeight: 240 }}>
        <PagedList
          list={list}
          what={text('timeline')}
          waiting={{ rows: 5, height: 44 }}
          empty={<Empty title={text(isSearched ? 'nothingFound' : 'noTimeline')} />}
        >
          {(lines) => <Lines lines={lines} />}
        </PagedList>
      </Box>
      {list.rows.data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 2.5, py: 1.5 }}>
          <Box component="span" role="status" sx={{ fontSize: 14, color: 'text.secondary' }}>
            {list.count !== undefined && text('foundCount', { count: list.count })}
          </Box>
          <Pager page={list.page} pages={list.pages} onPage={(next) => onChange({ page: next > 1 ? next : undefined })} />
        </Box>
      )}
    </>
  );
}

/** The filter as the call takes them. What is typed also means kinds and reasons, in the language that is read. */
function useSearch(bot: TimelinePanelProps['bot'], { show, on, find, from, to }: TimelineFilter) {
  const language = useLanguage();
  const i18n = useI18n();
  return useMemo(() => {
    const bundle = (file: string): Readonly<Record<string, string>> => i18n.getResourceBundle(language, file) ?? {};
    const also = meaningsOf(find ?? '', { timeline: bundle('timeline'), causes: bundle('causes') });
    const kind = timelineKinds.find((one) => one === show);
    const pair = bot.pairs.find((one) => one === on);
    return {
      ...(kind && { kind }),
      ...(pair && { pair }),
      ...(find && { text: find.slice(0, 100) }),
      ...(also.length > 0 && { also }),
      ...periodOf({ from, to }),
    };
  }, [i18n, language, bot.pairs, show, on, find, from, to]);
}

/** What only replaces orders is one line, that can be opened. */
function Lines({ lines }: { lines: readonly Mapped<TimelineEntry>[] }) {
  const text = useBotText('bot');
  return (
    <Box component="ol" aria-label={text('timeline')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
      {lines.map((line) => {
        const requote = requoteOf(line);
        return (
          <Box component="li" key={line.id} sx={{ px: { xs: 2, sm: 2.5 }, py: 1, borderTop: '1px solid', borderColor: 'divider' }}>
            {requote ? <Requoted requote={requote} /> : <Line entry={line} />}
          </Box>
        );
      })}
    </Box>
  );
}

function Requoted({ requote: { entries, placed, cancelled } }: { requote: Requote }) {
  const text = useBotText('bot');
  const [latest] = entries;
  return (
    <details>
      <Box component="summary" sx={{ cursor: 'pointer', color: 'text.secondary' }}>
        {latest && formatDate(latest.at)} {text(cancelled === 0 ? 'quoted' : 'requoted', { placed, cancelled })}
      </Box>
      <Box sx={{ pt: 0.5, display: 'grid', gap: 0.5 }}>
        {entries.map((entry) => (
          <Line key={entry.id} entry={entry} />
        ))}
      </Box>
    </details>
  );
}

function Line({ entry }: { entry: Mapped<TimelineEntry> }) {
  const text = useBotText('bot');
  const words = useTimelineWords();
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '150px 1fr' }, columnGap: 2 }}>
      <Box component="time" dateTime={entry.at} sx={{ color: 'text.secondary' }}>
        {formatDate(entry.at)}
      </Box>
      <Box component="span" sx={{ fontWeight: entry.kind === 'filled' ? 600 : 400 }}>
        {timelineText(entry.kind, entry.facts, words)}
        {entry.count > 1 && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            {text('times', { count: entry.count, at: formatTime(entry.lastAt) })}
          </Box>
        )}
      </Box>
    </Box>
  );
}

function useTimelineWords(): TimelineWords {
  const sentence = useBotText('timeline');
  const cause = useBotText('causes');
  const language = useLanguage();
  const i18n = useI18n();
  return {
    text: sentence,
    isKnown: (name): name is keyof BotWords['timeline'] => i18n.exists(name, { ns: 'timeline' }),
    cause: (code) => (i18n.exists(code, { ns: 'causes' }) ? { text: cause(code), advice: cause(`${code}.advice`) } : null),
    space: language === 'ja' ? '' : ' ',
  };
}
