import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { PageTitle, query, useAction, useClient } from '@tenbin/app-kit';
import { fixConsistencies, listConsistencies, type Mapped, type RouteReply } from '@tenbin/contract';
import { ConfirmDialog, Empty, Failure, formatTime, Loading, Panel, SmallTable, useErrorText, useFailureToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { DifferencesTable, Whose } from './differences-table.tsx';

type Found = Mapped<RouteReply<typeof listConsistencies>>;
type Fixed = Mapped<RouteReply<typeof fixConsistencies>>;

/** So many a fix may name at once. */
const maxAtOnce = 100;
/** Asking costs exchanges' limits: it is asked when somebody wants it. */
const onlyWhenAsked = { staleTime: Number.POSITIVE_INFINITY, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

export function ConsistenciesPage() {
  const text = useText('consistencies');
  const mayOperate = useMayOperate();
  /** From where on: a look comes to so many at once. */
  const [cursor, setCursor] = useState<string | null>(null);
  const found = useQuery({ ...query(listConsistencies, { query: cursor === null ? {} : { cursor } }), ...onlyWhenAsked });
  /** What was found before this part: it stays until there is more to see. */
  const [before, setBefore] = useState<Found | null>(null);
  const shown = found.data ?? before;
  const checkAgain = () => void found.refetch();
  const check = (part: string | null) => {
    setBefore(part === null ? null : shown);
    setCursor(part);
    if (part === cursor) checkAgain();
  };
  return (
    <>
      <PageTitle
        title={text('consistencies')}
        action={
          <Button variant="outlined" onClick={checkAgain} disabled={found.isFetching}>
            {text('lookAgain')}
          </Button>
        }
      >
        {shown ? text('asOf', { time: formatTime(shown.at), count: shown.asked }) : text('intro')}
      </PageTitle>
      {found.isPending && <Loading what={text('consistencies')} rows={6} height={56} />}
      {found.isError && <Failure what={text('consistencies')} error={found.error} onRetry={checkAgain} />}
      {shown && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <Panel title={text('differences')}>
            {shown.differences.length === 0 ? (
              <Empty title={text(shown.left + shown.unaskedCount > 0 ? 'noneSoFar' : 'none')}>{text('noneHelp')}</Empty>
            ) : (
              <DifferencesTable label={text('differences')} differences={shown.differences} />
            )}
          </Panel>
          <Unasked {...shown} />
          <Left
            left={shown.left}
            isFirst={cursor === null}
            isChecking={found.isFetching}
            onFirst={() => check(null)}
            onNext={() => check(shown.next)}
          />
          {mayOperate && <Fix key={shown.at} found={shown} isChecking={found.isFetching} onFixed={checkAgain} />}
        </Box>
      )}
    </>
  );
}

function Unasked({ unasked, unaskedCount }: Pick<Found, 'unasked' | 'unaskedCount'>) {
  const text = useText('consistencies');
  if (unaskedCount === 0) return null;
  const more = unaskedCount - unasked.length;
  return (
    <Panel title={text('unasked')}>
      <SmallTable
        lined
        stacked="named"
        label={text('unasked')}
        heads={[text('bot'), text('reason')]}
        rows={unasked.map((one) => ({ key: `${one.botId} ${one.exchangeAccountId}`, cells: [<Whose key="bot" of={one} />, one.message] }))}
      />
      {more > 0 && <Typography variant="body2">{text('moreUnasked', { count: more })}</Typography>}
    </Panel>
  );
}

interface LeftProps {
  readonly left: number;
  readonly isFirst: boolean;
  readonly isChecking: boolean;
  readonly onFirst: () => void;
  readonly onNext: () => void;
}

/** To whom the look did not come, and the way there. */
function Left({ left, isFirst, isChecking, onFirst, onNext }: LeftProps) {
  const text = useText('consistencies');
  if (left === 0 && isFirst) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {left > 0 && (
        <>
          <Typography>{text('left', { count: left })}</Typography>
          <Button variant="outlined" onClick={onNext} disabled={isChecking}>
            {text('checkNext')}
          </Button>
        </>
      )}
      {!isFirst && <Button onClick={onFirst}>{text('checkFromFirst')}</Button>}
    </Box>
  );
}

interface FixProps {
  readonly found: Found;
  /** What was found is being replaced, and what is planned with it. */
  readonly isChecking: boolean;
  readonly onFixed: () => void;
}

/** What all parts came to, or those before the one that failed. */
interface Answered {
  readonly fixed: Fixed;
  readonly error: unknown;
}

/** What would be done is shown first; then it is done after a question, and the receipt stays. */
function Fix({ found: { differences }, isChecking, onFixed }: FixProps) {
  const text = useText('consistencies');
  const client = useClient();
  const failed = useFailureToast();
  const [cancelUnknown, setCancelUnknown] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const parts = partsOf(differences);
  /** What was shown and nothing else, in as many calls as it takes. Where one fails, what came before it stays. */
  const ask = async (given: { readonly cancelUnknown: boolean; readonly dryRun?: true }): Promise<Answered> => {
    let all: Fixed | null = null;
    for (const part of parts) {
      try {
        const answer = await client.call(fixConsistencies, { body: { ...part, ...given } });
        all = all === null ? answer : joined(all, answer);
      } catch (error) {
        if (all === null) throw error;
        return { fixed: all, error };
      }
    }
    if (all === null) throw new Error('nothing differs');
    return { fixed: all, error: null };
  };
  const plan = useAction<Answered, boolean>({
    mutationFn: (cancels) => ask({ cancelUnknown: cancels, dryRun: true }),
    onError: (error) => failed(error),
  });
  const fix = useAction<Answered, void>({
    mutationFn: () => ask({ cancelUnknown }),
    onError: (error) => failed(error),
    onSettled: () => setIsAsked(false),
  });
  if (fix.data)
    return (
      <Panel title={text('receipt')}>
        <Done {...fix.data} label={text('receipt')} />
        <Button onClick={onFixed}>{text('lookAgain')}</Button>
      </Panel>
    );
  if (differences.length === 0) return null;
  return (
    <Panel title={text('planned')}>
      <FormControlLabel
        label={text('cancelUnknown')}
        control={
          <Checkbox
            checked={cancelUnknown}
            disabled={isChecking}
            onChange={(_, isOn) => {
              setCancelUnknown(isOn);
              if (plan.data) plan.mutate(isOn);
            }}
          />
        }
      />
      {plan.data && (
        <>
          <Typography variant="body2">{text('plannedHelp')}</Typography>
          <Done {...plan.data} label={text('planned')} />
        </>
      )}
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', mt: 1 }}>
        <Button variant="outlined" disabled={plan.isPending || isChecking} onClick={() => plan.mutate(cancelUnknown)}>
          {text('plan')}
        </Button>
        {plan.data?.error === null && (
          <Button variant="contained" disabled={plan.isPending || isChecking} onClick={() => setIsAsked(true)}>
            {text('fix')}
          </Button>
        )}
      </Box>
      <ConfirmDialog
        open={isAsked}
        title={text('fixTitle')}
        confirm={text('fix')}
        danger={cancelUnknown}
        busy={fix.isPending}
        onClose={() => setIsAsked(false)}
        onConfirm={() => fix.mutate()}
      >
        {text('fixHelp')} {cancelUnknown && text('fixCancels')}
      </ConfirmDialog>
    </Panel>
  );
}

/** The bots and whole accounts that differ, a hundred of them in each part. */
function partsOf(differences: Found['differences']): { readonly botIds: string[]; readonly exchangeAccountIds: string[] }[] {
  const botIds = [...new Set(differences.flatMap(({ botId }) => (botId === null ? [] : [botId])))];
  const accountIds = [...new Set(differences.flatMap(({ botId, exchangeAccountId }) => (botId === null ? [exchangeAccountId] : [])))];
  const count = Math.ceil(Math.max(botIds.length, accountIds.length) / maxAtOnce);
  return Array.from({ length: count }, (_, index) => {
    const part = [index * maxAtOnce, (index + 1) * maxAtOnce] as const;
    return { botIds: botIds.slice(...part), exchangeAccountIds: accountIds.slice(...part) };
  });
}

const joined = (one: Fixed, other: Fixed): Fixed => ({
  ...other,
  asked: one.asked + other.asked,
  done: [...one.done, ...other.done],
  unasked: [...one.unasked, ...other.unasked],
  unaskedCount: one.unaskedCount + other.unaskedCount,
});

function Done({ fixed: { done, unasked, unaskedCount }, error, label }: Answered & { readonly label: string }) {
  const text = useText('consistencies');
  const errorText = useErrorText();
  return (
    <>
      {error !== null && <Alert severity="error">{text('onlyPart', { reason: errorText(error) })}</Alert>}
      {done.length === 0 ? <Typography>{text('nothingLeft')}</Typography> : <DifferencesTable label={label} differences={done} />}
      <Unasked unasked={unasked} unaskedCount={unaskedCount} />
    </>
  );
}
