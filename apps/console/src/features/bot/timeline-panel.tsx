import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listTimeline } from '@tenbin/contract';
import { Empty, Failure, formatDate, formatTime, Loading, Panel } from '@tenbin/ui';
import i18next from 'i18next';
import { useState } from 'react';
import { query } from '../../app/query.ts';
import { SelectField } from '../../app/select-field.tsx';
import { useText } from '../../app/text.ts';
import type { Words } from '../../app/words.ts';
import { type TimelineWords, timelineText } from './timeline-text.ts';

const filters = ['filled', 'placed', 'cancelled', 'insideWidth'] as const;
const pageSize = 25;
const most = 200;

interface TimelinePanelProps {
  readonly botId: string;
  /** A kind, from the address; undefined for all. */
  readonly show: string | undefined;
  readonly onShow: (kind: string | undefined) => void;
}

const isReason = (code: string): code is keyof Words['reasons'] => i18next.exists(code, { ns: 'reasons' });

/** The bot's decisions and their reasons: why did it trade, why not? */
export function TimelinePanel({ botId, show, onShow }: TimelinePanelProps) {
  const text = useText('bot');
  const sentence = useText('timeline');
  const reason = useText('reasons');
  const [limit, setLimit] = useState(pageSize);
  const kind = filters.find((one) => one === show);
  const entries = useQuery({
    ...query(listTimeline, { params: { id: botId }, query: { limit, ...(kind && { kind }) } }),
    placeholderData: keepPreviousData,
  });
  const words: TimelineWords = {
    text: sentence,
    isKnown: (name): name is keyof Words['timeline'] => i18next.exists(name, { ns: 'timeline' }),
    reason: (code) => (isReason(code) ? reason(code) : code),
  };
  return (
    <Panel
      flush
      title={text('timeline')}
      action={
        <Box sx={{ width: 160 }}>
          <SelectField
            small
            label={text('timelineFilter')}
            value={kind ?? ''}
            options={[{ value: '', name: text('filterAll') }, ...filters.map((value) => ({ value, name: text(`filter${value}`) }))]}
            onChange={(next) => onShow(next || undefined)}
          />
        </Box>
      }
    >
      <Box sx={{ minHeight: 240 }}>
        {entries.isPending && <Loading what={text('timeline')} rows={5} height={44} />}
        {entries.isLoadingError && <Failure what={text('timeline')} error={entries.error} onRetry={() => void entries.refetch()} />}
        {entries.data?.length === 0 && <Empty title={text('noTimeline')} />}
        <Box component="ol" aria-label={text('timeline')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
          {entries.data?.map((entry) => (
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
        {entries.data && entries.data.length >= limit && limit < most && (
          <Box sx={{ textAlign: 'center', py: 1.5 }}>
            <Button onClick={() => setLimit(Math.min(most, limit + pageSize))}>{text('showMore')}</Button>
          </Box>
        )}
      </Box>
    </Panel>
  );
}
