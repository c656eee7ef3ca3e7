import { isTimelineKind } from '@tenbin/bots';
import type { countTimeline, listTimeline, TimelineEntry } from '@tenbin/contract';
import type { StoredTimelineEntry, TimelineSearch } from '@tenbin/db';
import { asSearch } from '../../limits/as-search.ts';
import type { BotRead, IdentifiedBot } from './bot-read.ts';

export const readTimeline: BotRead<typeof listTimeline, IdentifiedBot> = async ({ id }, { query, actor, deps }) => {
  const { timeline } = actor.organization;
  if (isByLine(query)) {
    const lines = await asSearch({ call: 'listTimeline', ...query }, { actor, deps }, () => timeline.lines(id, query));
    return lines.map((line) => ({ ...timelineReply(line), others: line.others.map(timelineReply) }));
  }
  const entries = await asSearch({ call: 'listTimeline', ...query }, { actor, deps }, () => timeline.list(id, query));
  return entries.map(timelineReply);
};

export const readTimelineCount: BotRead<typeof countTimeline, IdentifiedBot> = async ({ id }, { query, actor, deps }) => {
  const { timeline } = actor.organization;
  if (isByLine(query)) return { count: await timeline.countLines(id) };
  return { count: await asSearch({ call: 'countTimeline', ...query }, { actor, deps }, () => timeline.count(id, query)) };
};

/** Lines are those of the whole timeline: among what a search finds, entries that lie side by side may not have followed one another. */
const isByLine = ({ byLine, kind, pair, text, start, end }: TimelineSearch & { readonly byLine?: boolean | undefined }): boolean =>
  byLine === true && [kind, pair, text, start, end].every((part) => part === undefined);

/** Nothing is hidden: what another version decided is told by the name that it gave it. */
export const timelineReply = ({ id, at, lastAt, count, kind, facts }: StoredTimelineEntry): TimelineEntry => ({
  _id: id,
  at: at.toISOString(),
  lastAt: lastAt.toISOString(),
  count,
  ...(isTimelineKind(kind) ? { kind, facts: { ...facts } } : { kind: 'other', facts: { ...facts, kind } }),
});
