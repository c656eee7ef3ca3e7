import Box from '@mui/material/Box';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { countTimeline, listTimeline, type Mapped, type TimelineEntry } from '@tenbin/contract';
import { Empty, Failure, FoldingPanel, formatDate, formatTime, Loading, Pager, useLanguage } from '@tenbin/ui';
import i18next from 'i18next';
import { useMemo } from 'react';
import { pageThere } from '../../app/page-there.ts';
import { periodOf } from '../../app/period.ts';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import type { Words } from '../../app/words.ts';
import type { BotView } from '../../bots/bot-view.ts';
import { TimelineFilters, type TimelineWishes, timelineKinds } from './timeline-filters.tsx';
import { meaningsOf } from './timeline-search.ts';
import { type TimelineWords, timelineText } from './timeline-text.ts';

const pageSize = 25;

interface TimelinePanelProps {
  readonly bot: BotView;
  /** From the address. */
  readonly wishes: TimelineWishes;
  /** From 1. */
  readonly page: number;
  readonly onChange: (wishes: TimelineWishes & { readonly page?: number | undefined }) => void;
}

const isReason = (code: string): code is keyof Words['reasons'] => i18next.exists(code, { ns: 'reasons' });

/** The bot's decisions and their reasons: why did it trade, why not? */
export function TimelinePanel({ bot, wishes, page: wished, onChange }: TimelinePanelProps) {
  const text = useText('bot');
  const search = useSearch(bot, wishes);
  const params = { id: bot.id };
  const found = useQuery({ ...query(countTimeline, { params, query: search }), placeholderData: keepPreviousData });
  const { page, pages } = pageThere(wished, { count: found.data?.count, size: pageSize });
  const entries = useQuery({
    ...query(listTimeline, { params, query: { ...search, offset: (page - 1) * pageSize, limit: pageSize } }),
    placeholderData: keepPreviousData,
  });
  const isBeyond = page > 1 && entries.data?.length === 0;
  const isSearched = Object.keys(search).length > 0;
  return (
    <FoldingPanel flush title={text('timeline')}>
      <TimelineFilters pairs={bot.pairs} wishes={wishes} onChange={onChange} />
      <Box sx={{ minHeight: 240 }}>
        {(entries.isPending || isBeyond) && <Loading what={text('timeline')} rows={5} height={44} />}
        {entries.isLoadingError && <Failure what={text('timeline')} error={entries.error} onRetry={() => void entries.refetch()} />}
        {entries.data?.length === 0 && !isBeyond && <Empty title={text(isSearched ? 'nothingFound' : 'noTimeline')} />}
        {entries.data && entries.data.length > 0 && <Entries entries={entries.data} />}
      </Box>
      {entries.data && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 2.5, py: 1.5 }}>
          <Box component="span" role="status" sx={{ fontSize: 14, color: 'text.secondary' }}>
            {found.data && text('foundCount', { count: found.data.count })}
          </Box>
          <Pager page={page} pages={pages} onPage={(next) => onChange({ ...wishes, page: next > 1 ? next : undefined })} />
        </Box>
      )}
    </FoldingPanel>
  );
}

/** The wishes as the call takes them. What is typed also means kinds and reasons, in the language that is read. */
function useSearch(bot: BotView, { show, on, find, from, to }: TimelineWishes) {
  const language = useLanguage();
  return useMemo(() => {
    const bundle = (file: string): Readonly<Record<string, string>> => i18next.getResourceBundle(language, file) ?? {};
    const also = meaningsOf(find ?? '', { timeline: bundle('timeline'), reasons: bundle('reasons') });
    const kind = timelineKinds.find((one) => one === show);
    const pair = bot.pairs.find((one) => one === on);
    return {
      ...(kind && { kind }),
      ...(pair && { pair }),
      ...(find && { text: find.slice(0, 100) }),
      ...(also.length > 0 && { also }),
      ...periodOf({ from, to }),
    };
  }, [language, bot.pairs, show, on, find, from, to]);
}

function Entries({ entries }: { entries: readonly Mapped<TimelineEntry>[] }) {
  const text = useText('bot');
  const sentence = useText('timeline');
  const reason = useText('reasons');
  const words: TimelineWords = {
    text: sentence,
    isKnown: (name): name is keyof Words['timeline'] => i18next.exists(name, { ns: 'timeline' }),
    reason: (code) => (isReason(code) ? reason(code) : code),
  };
  return (
    <Box component="ol" aria-label={text('timeline')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
      {entries.map((entry) => (
        <Box
          component="li"
          key={entry.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '150px 1fr' },
            columnGap: 2,
            px: { xs: 2, sm: 2.5 },
            py: 1,
            borderTop: '1px solid',
            borderColor: 'divider',
          }}
        >
          <Box component="time" dateTime={entry.at} sx={{ color: 'text.secondary' }}>
            {formatDate(entry.at)}
          </Box>
          <span>
            {timelineText(entry.kind, entry.facts, words)}
            {entry.count > 1 && (
              <Box component="span" sx={{ color: 'text.secondary' }}>
                {' '}
                {text('times', { count: entry.count, at: formatTime(entry.lastAt) })}
              </Box>
            )}
          </span>
        </Box>
      ))}
    </Box>
  );
}
