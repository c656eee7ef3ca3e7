import { formatNumber, SmallTable, unknownFigure, useAgeText } from '@tenbin/ui';
import type { ShownHealth } from './shown-health.ts';
import { useText } from './text.ts';

const figure = (value: number | null | undefined, digits = 0): string =>
  value === null || value === undefined ? unknownFigure : formatNumber(value, { digits });

/** Servers and workers, with what each takes of its machine and has in hand. */
export function ProcessesTable({ processes, at }: Pick<ShownHealth, 'processes' | 'at'>) {
  const text = useText('health');
  const ageText = useAgeText();
  const now = Date.parse(at);
  return (
    <SmallTable
      lined
      stacked="named"
      label={text('processes')}
      heads={[
        text('name'),
        text('kind'),
        text('memory'),
        text('cores'),
        text('lag'),
        text('accounts'),
        text('events'),
        text('eventsWaiting'),
        text('takeOvers'),
        text('running'),
        text('state'),
      ]}
      rows={processes.map(({ id, kind, name, memoryBytes, cores, lagSeconds, bots, startedAt, reportedAt, isSilent }) => ({
        key: id,
        cells: [
          name,
          text(`kind_${kind}`),
          memoryBytes === null ? unknownFigure : `${figure(memoryBytes / 1e6)} MB`,
          figure(cores, 2),
          lagSeconds === null ? unknownFigure : `${figure(1000 * lagSeconds)} ms`,
          figure(bots?.accounts),
          figure(bots?.eventsPerSecond, 1),
          figure(bots?.eventsWaiting),
          figure(bots?.takeOvers),
          ageText(startedAt, now),
          isSilent ? text('silentFor', { age: ageText(reportedAt, now) }) : text('alive'),
        ],
      }))}
    />
  );
}
