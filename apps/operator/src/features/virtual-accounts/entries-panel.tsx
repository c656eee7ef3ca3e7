import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listMovements } from '@tenbin/contract';
import { Empty, Failure, formatAmount, formatDate, Loading, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { NamedAccount } from './named-account.ts';

const shown = 50;

/** What moved the money of a virtual account, newest first. */
export function EntriesPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const entries = useQuery(query(listMovements, { query: { ...named, limit: shown } }));
  return (
    <Panel title={text('entries')}>
      {entries.isPending && <Loading what={text('entries')} rows={3} height={44} />}
      {entries.isLoadingError && <Failure what={text('entries')} error={entries.error} onRetry={() => void entries.refetch()} />}
      {entries.data?.length === 0 && <Empty title={text('noEntries')}>{text('noEntriesHelp')}</Empty>}
      {entries.data && entries.data.length > 0 && (
        <SmallTable
          lined
          stacked
          maxHeight={480}
          label={text('entries')}
          heads={[text('at'), text('cause'), text('reason'), text('moved')]}
          rows={entries.data.map((movement) => ({
            key: movement.id,
            cells: [
              formatDate(movement.at),
              movement.cause,
              movement.reason ?? unknownFigure,
              movement.entries
                .filter(({ account }) => account === named.name)
                .map(({ amount, currency }) => `${formatAmount(amount)} ${currency}`)
                .join(', '),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
