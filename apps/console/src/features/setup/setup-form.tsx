import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Exchange, getSelf, type Mapped } from '@tenbin/contract';
import { formatWidth, Panel, useErrorText, useToast, widthOf } from '@tenbin/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, keptDraft } from '../../app/drafts.ts';
import { Problem } from '../../app/problem.tsx';
import { keyOf } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import { useAction } from '../../app/use-action.ts';
import { type BotView, botsQuery } from '../../bots/bot-view.ts';
import { DiscardPrompt } from './discard-prompt.tsx';
import { emptyDraft, type Progress, type SetupDraft, withoutSecrets } from './draft.ts';
import { type Problems, problemsOf } from './problems.ts';
import { refusedFields } from './refused-fields.ts';
import { saveBot } from './save-bot.ts';
import { SetupConfirm } from './setup-confirm.tsx';
import { SetupSummary } from './setup-summary.tsx';
import { StepExchange } from './step-exchange.tsx';
import { StepMarks } from './step-marks.tsx';
import { StepPairs } from './step-pairs.tsx';
import { StepWidth } from './step-width.tsx';
import { useKeyCheck } from './use-key-check.ts';
import { useSetupReads } from './use-setup-reads.ts';

const lastStep = 2;

interface SetupFormProps {
  /** The user's id: what one has entered is not shown to another. */
  readonly owner: string;
  /** Null while a new one is made. */
  readonly bot: BotView | null;
  readonly exchanges: readonly Mapped<Exchange>[];
}

/** The three steps, what is chosen so far, and the confirmation. */
export function SetupForm({ owner, bot, exchanges }: SetupFormProps) {
  const text = useText('setup');
  const errorText = useErrorText();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const about = `${owner} ${bot?.id ?? 'new'}`;
  const [start] = useState(() => firstDraft(bot, exchanges));
  const [{ draft, step }, setState] = useState(() => ({ draft: start, step: 0, ...keptDraft<Progress>(about) }));
  const [left, setLeft] = useState<ReadonlySet<keyof SetupDraft>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [confirming, setConfirming] = useState(false);
  const saved = useRef(false);
  const form = useRef<HTMLFormElement>(null);

  const exchange = exchanges.find(({ id }) => id === draft.exchangeId);
  const [check, checkAgain] = useKeyCheck(
    draft.apiKey && draft.secret && (!exchange?.requiresPassphrase || draft.passPhrase)
      ? { exchangeId: draft.exchangeId, key: draft.apiKey, secret: draft.secret, passPhrase: draft.passPhrase }
      : null,
  );
  const { suggested, range, rebalance, fees } = useSetupReads(draft, bot, exchange, step === lastStep);
  const bounds = range.data ? { minimum: range.data.shownMinimum, maximum: range.data.shownMaximum } : null;
  const all = problemsOf(
    step,
    draft,
    { requiresPassphrase: exchange?.requiresPassphrase ?? false, hasStoredKey: bot !== null, check, bounds },
    text,
  );
  const problems: Problems = {
    ...Object.fromEntries(Object.entries(all).filter(([field]) => left.has(field as keyof SetupDraft))),
    ...refused,
  };
  const held = useMemo(() => (check.state === 'accepted' ? new Set(check.wallet.map(({ currency }) => currency)) : null), [check]);
  const available = useMemo(() => exchange?.availableCurrencyPairs.map(({ name }) => name) ?? [], [exchange]);

  const isUnsaved = () => !saved.current && JSON.stringify(draft) !== JSON.stringify(start);
  useEffect(() => {
    const progress = { draft, step };
    if (JSON.stringify(draft) === JSON.stringify(start)) dropDraft(about);
    else keepDraft(about, progress, withoutSecrets(progress));
  }, [about, draft, step, start]);

  const change = (part: Partial<SetupDraft>) => {
    setRefused({});
    setState((now) => ({ ...now, draft: { ...now.draft, ...part } }));
  };
  const leave = (field: keyof SetupDraft) => setLeft((now) => new Set(now).add(field));
  const goTo = (next: number) => {
    setLeft(new Set());
    setState((now) => ({ ...now, step: next }));
    scrollTo({ top: 0 });
  };
  const goOn = () => {
    const wrong = Object.keys(all) as (keyof SetupDraft)[];
    if (wrong.length > 0) {
      setLeft(new Set(wrong));
      form.current?.querySelector<HTMLElement>(`[name="${wrong[0]}"]`)?.focus();
    } else if (step === lastStep) setConfirming(true);
    else goTo(step + 1);
  };

  const save = useAction({
    mutationFn: () => saveBot(draft, bot),
    onSuccess: () => {
      saved.current = true;
      dropDraft(about);
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: keyOf(getSelf) });
      toast('success', text(bot ? 'saved' : 'created', { name: draft.name }));
      void navigate({ to: '/bots/' });
    },
    onError: (error) => {
      const found = refusedFields(error);
      setRefused(found.problems);
      if (found.step !== null) goTo(found.step);
    },
    onSettled: () => setConfirming(false),
  });

  const shared = { draft, change, problems, leave };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 280px' }, alignItems: 'start' }}>
      <Panel>
        <StepMarks step={step} onStep={(to) => to < step && goTo(to)} />
        {save.error && <Problem mb={2}>{errorText(save.error)}</Problem>}
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            goOn();
          }}
        >
          {step === 0 && (
            <StepExchange
              {...shared}
              exchanges={exchanges}
              check={check}
              onCheckAgain={checkAgain}
              storedKey={bot ? bot.apiKey.slice(-4) : null}
            />
          )}
          {step === 1 && <StepPairs {...shared} available={available} held={held} />}
          {step === lastStep && (
            <StepWidth
              {...shared}
              range={range}
              bounds={bounds}
              fees={fees}
              suggested={suggested}
              exchange={exchange}
              rebalance={rebalance}
            />
          )}
          <Box
            sx={{
              display: 'flex',
              justifyContent: 'space-between',
              gap: 1,
              mt: 3,
              position: { xs: 'sticky', md: 'static' },
              bottom: 0,
              py: 1.5,
              bgcolor: 'background.paper',
              zIndex: 2,
            }}
          >
            <Button disabled={step === 0} onClick={() => goTo(step - 1)}>
              {text('back')}
            </Button>
            <Button type="submit" variant="contained">
              {text(step === lastStep ? 'confirm' : 'next')}
            </Button>
          </Box>
        </form>
      </Panel>
      <Panel title={text('chosen')} sx={{ position: { md: 'sticky' }, top: { md: 88 } }}>
        <SetupSummary draft={draft} exchangeName={exchange?.name} />
      </Panel>
      <SetupConfirm
        draft={draft}
        exchangeName={exchange?.name ?? ''}
        isNew={bot === null}
        breakEven={fees.data?.breakEvenWidth ?? range.data?.breakEvenWidth ?? null}
        open={confirming}
        busy={save.isPending}
        onConfirm={() => save.mutate()}
        onClose={() => setConfirming(false)}
      />
      <DiscardPrompt unsaved={isUnsaved} onDiscard={() => dropDraft(about)} />
    </Box>
  );
}

function firstDraft(bot: BotView | null, exchanges: readonly Mapped<Exchange>[]): SetupDraft {
  if (bot)
    return {
      ...emptyDraft,
      exchangeId: bot.exchange.id,
      name: bot.name,
      pairs: bot.pairs,
      width: formatWidth(widthOf(bot.delta)),
      autoRebalance: bot.config.autoRebalance,
      postOnly: bot.postOnly,
    };
  return { ...emptyDraft, exchangeId: exchanges[0]?.id ?? '' };
}
