import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { query, useAction, useNamedCall } from '@tenbin/app-kit';
import { TypedConfirm } from '@tenbin/app-kit/staff';
import { movementCauses } from '@tenbin/bots';
import { listMovements, type Mapped, type Movement, reverseMovement } from '@tenbin/contract';
import { Empty, Failure, formatAmount, formatDate, Loading, Panel, SmallTable, unknownFigure, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import type { NamedAccount } from './named-account.ts';
import { NewerOlder } from './newer-older.tsx';

const pageSize = 25;
const refetchMs = 5000;

/** What moved the money of a virtual account, newest first; what an operator moved can be taken back. */
export function EntriesPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const mayOperate = useMayOperate();
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<Mapped<Movement> | null>(null);
  // One more than is shown tells whether there are older ones.
  const part = { offset: page * pageSize, limit: pageSize + 1 };
  const entries = useQuery({
    ...query(listMovements, { query: { ...named, ...part } }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
  const causeName = (cause: string) => {
    const known = movementCauses.find((one) => one === cause);
    return known ? text(`cause_${known}`) : cause;
  };
  return (
    <Panel title={text('entries')}>
      {entries.isPending && <Loading what={text('entries')} rows={3} height={44} />}
      {entries.isLoadingError && <Failure what={text('entries')} error={entries.error} onRetry={() => void entries.refetch()} />}
      {entries.data?.length === 0 && <Empty title={text('noEntries')}>{text('noEntriesHelp')}</Empty>}
      {entries.data && entries.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          maxHeight={480}
          label={text('entries')}
          heads={[text('at'), text('cause'), text('reason'), text('moved'), text('takeBack')]}
          rows={entries.data.slice(0, pageSize).map((movement) => ({
            key: movement.id,
            cells: [
              formatDate(movement.at),
              causeName(movement.cause),
              movement.reason ?? unknownFigure,
              <Box key="moved" sx={{ whiteSpace: 'normal', minWidth: 160 }}>
                {movedOf(movement, named)}
              </Box>,
              mayOperate && movement.isReversible ? (
                <Button
                  key="reverse"
                  size="small"
                  color="error"
                  aria-label={text('takeBackOf', { moved: movedOf(movement, named) })}
                  onClick={() => setAsked(movement)}
                >
                  {text('takeBack')}
                </Button>
              ) : (
                unknownFigure
              ),
            ],
          }))}
        />
      )}
      <NewerOlder page={page} hasOlder={(entries.data?.length ?? 0) > pageSize} onPage={setPage} />
      {asked && <Reverse movement={asked} says={movedOf(asked, named)} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

const movedOf = ({ entries }: Mapped<Movement>, { name }: NamedAccount): string =>
  entries
    .filter(({ account }) => account === name)
    .map(({ amount, currency }) => `${formatAmount(amount, 18)} ${currency}`)
    .join(', ');

interface ReverseProps {
  readonly movement: Mapped<Movement>;
  readonly says: string;
  readonly onClose: () => void;
}

function Reverse({ movement: { id }, says, onClose }: ReverseProps) {
  const text = useText('markets');
  const call = useNamedCall();
  const failed = useFailureToast();
  const toast = useToast();
  const queries = useQueryClient();
  const reverse = useAction({
    mutationFn: (reason: string) => call(reverseMovement, { params: { id }, body: { reason } }),
    onSuccess: () => toast('success', text('takenBack')),
    onError: (error) => failed(error),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  return (
    <TypedConfirm
      title={text('takeBackTitle')}
      says={text('takeBackHelp', { moved: says })}
      confirm={text('takeBack')}
      reason={text('reason')}
      needsReason
      busy={reverse.isPending}
      onClose={onClose}
      onConfirm={(reason) => reverse.mutate(reason)}
    />
  );
}
