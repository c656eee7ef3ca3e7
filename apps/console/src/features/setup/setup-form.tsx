import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type CallForm, DiscardPrompt, keyOf, Problem, query, useApp, useCallForm, useInstallation } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import {
  createBot,
  type ExchangeAccount,
  getOwnOrganization,
  getSelf,
  listExchangeAccounts,
  type Mapped,
  updateBot,
} from '@tenbin/contract';
import { widthOfDelta } from '@tenbin/strategy';
import { formatWidth, Panel, useErrorText, useToast } from '@tenbin/ui';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useText } from '../../app/text.ts';
import { botsQuery } from '../../bots/use-bots.ts';
import {
  emptyDraft,
  fieldsOfSteps,
  firstAccountOf,
  furthestStep,
  keyOfDraft,
  type Progress,
  type SetupDraft,
  stepOf,
  withoutSecrets,
} from './draft.ts';
import type { PlannedExchange } from './exchanges-of-plan.ts';
import { problemsOf } from './problems.ts';
import { callOf, fieldOf } from './save-bot.ts';
import { SetupConfirm } from './setup-confirm.tsx';
import { SetupSummary } from './setup-summary.tsx';
import { StepExchange } from './step-exchange.tsx';
import { StepMarks } from './step-marks.tsx';
import { StepSelection } from './step-selection.tsx';
import { StepWidth } from './step-width.tsx';
import { useKeyCheck } from './use-key-check.ts';
import { useSetupReads } from './use-setup-reads.ts';

const lastStep = 2;

interface SetupFormProps {
  /** Connected already. */
  readonly accounts: readonly Mapped<ExchangeAccount>[];
  /** The user's id: what one has entered is not shown to another. */
  readonly owner: string;
  /** Null while a new one is made. */
  readonly bot: BotView | null;
  readonly exchanges: readonly PlannedExchange[];
  /** What the address brings along for a new one: it takes the place of what was entered before. */
  readonly proposal?: Partial<SetupDraft>;
}

/** The three steps, what is chosen so far, and the confirmation. */
export function SetupForm({ owner, bot, exchanges, accounts, proposal }: SetupFormProps) {
  const text = useText('setup');
  const errorText = useErrorText();
  const toast = useToast();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { drafts } = useApp();
  const about = `${owner} ${bot?.id ?? 'new'}`;
  const { autoRebalanceByBot: offersRebalance } = useInstallation().brand.features;
  const [start] = useState(() => offered(firstDraft(bot, exchanges, accounts), offersRebalance));
  const bots = useQuery(botsQuery);
  // One that it has already may stay.
  const otherNames = (bots.data ?? []).map(({ name }) => name).filter((name) => name !== bot?.name);
  const [kept] = useState(() => drafts.find<Progress>(about));
  const [isKeyLost] = useState(kept !== undefined && kept.isKeyLost === true && !kept.draft?.apiKey);
  const [confirming, setConfirming] = useState(false);
  // Only the server knows whether the key of a new bot takes the place of a stored one.
  const [replaces, setReplaces] = useState(false);
  const saved = useRef(false);
  const goTo = (next: number) => {
    form.clearErrors();
    setStep(next);
  };
  const goBackTo = (fields: readonly (keyof SetupDraft)[]) => {
    setConfirming(false);
    const wrong = stepOf(fields);
    if (wrong !== null && wrong !== step) setStep(wrong);
  };

  const form = useCallForm(bot ? updateBot : createBot, {
    defaults: start,
    entered: (kept?.draft || proposal) && offered({ ...start, ...kept?.draft, ...proposal }, offersRebalance),
    input: (draft) => callOf(draft, { bot, offersRebalance }),
    fieldOf,
    problems: (draft) => problemsOf(draft, factsOf(draft), text),
    onSuccess: (_, draft) => {
      saved.current = true;
      drafts.drop(about);
      void queries.invalidateQueries({ queryKey: keyOf(listExchangeAccounts) });
      void queries.invalidateQueries({ queryKey: botsQuery.queryKey });
      void queries.invalidateQueries({ queryKey: keyOf(getSelf) });
      toast('success', text(bot ? 'saved' : 'created', { name: draft.name }));
      void navigate({ to: '/bots/' });
    },
    onError: (_, fields) => {
      if (fields.includes('password')) setReplaces(true);
      goBackTo(fields);
    },
    onInvalid: goBackTo,
  });
  const draft = form.watch();
  const { isDirty, errors } = form.formState;
  const [step, setStep] = useStep(form, bot !== null, isKeyLost);
  const exchange = exchanges.find(({ id }) => id === draft.exchangeId);
  const ownKey = keyOfDraft(draft, exchange?.requiresPassphrase ?? false);
  const [check, checkAgain] = useKeyCheck(ownKey && { exchangeId: draft.exchangeId, given: ownKey });
  const organization = useQuery(query(getOwnOrganization, {}));
  const { suggested, range, rebalance, fees } = useSetupReads(draft, bot, exchange, step === lastStep);
  const bounds = range.data ? { minimum: range.data.shownMinimum, maximum: range.data.shownMaximum } : null;
  const factsOf = ({ exchangeId }: SetupDraft) => ({
    requiresPassphrase: exchanges.find(({ id }) => id === exchangeId)?.requiresPassphrase ?? false,
    hasStoredKey: bot?.hasSecret ?? false,
    isEdited: bot !== null,
    replaces,
    otherNames,
    check,
    bounds,
  });
  const held = useMemo(() => (check.state === 'accepted' ? new Set(check.wallet.map(({ currency }) => currency)) : null), [check]);
  const available = useMemo(() => exchange?.availableCurrencyPairs.map(({ name }) => name) ?? [], [exchange]);
  useChecksAgain(form, `${check.state} ${bounds?.minimum} ${bounds?.maximum}`);

  const isUnsaved = () => !saved.current && isDirty;
  const wasDirty = useRef(false);
  useEffect(() => {
    const progress = { draft, isKeyLost };
    if (isDirty && !saved.current) drafts.keep(about, progress, withoutSecrets(progress));
    else if (wasDirty.current && !isDirty) drafts.drop(about);
    wasDirty.current = isDirty;
  }, [drafts, about, draft, isKeyLost, isDirty]);

  const change = (part: Partial<SetupDraft>) => {
    for (const [name, value] of Object.entries(part)) {
      const field = name as keyof SetupDraft;
      form.setValue(field, value as never, { shouldDirty: true, shouldValidate: errors[field] !== undefined });
    }
  };
  const goOn = async () => {
    if (!(await form.trigger(fieldsOfSteps[step], { shouldFocus: true }))) return;
    if (step === lastStep) setConfirming(true);
    else goTo(step + 1);
  };

  const shared = { draft, change, form };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 1fr) 280px' }, alignItems: 'start' }}>
      <Panel>
        <StepMarks step={step} onStep={goTo} />
        {form.error && <Problem mb={2}>{errorText(form.error)}</Problem>}
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void goOn();
          }}
        >
          {step === 0 && isKeyLost && draft.accountId === '' && draft.apiKey === '' && (
            <Alert severity="info" sx={{ mb: 2 }}>
              {text('keyLost')}
            </Alert>
          )}
          {step === 0 && (
            <StepExchange
              {...shared}
              exchanges={exchanges}
              accounts={accounts}
              check={check}
              onCheckAgain={checkAgain}
              minimumBtc={organization.data?.minimumBtcBalance ?? null}
              storedKey={bot ? bot.apiKey.slice(-4) : null}
              replaces={replaces}
            />
          )}
          {step === 1 && <StepSelection {...shared} available={available} held={held} timeScale={exchange?.timeScale ?? 1} />}
          {step === lastStep && (
            <StepWidth
              {...shared}
              range={range}
              bounds={bounds}
              fees={fees}
              suggested={suggested}
              exchange={exchange}
              rebalance={rebalance}
              organization={organization}
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
        busy={form.isSending}
        onConfirm={() => void form.submit()}
        onClose={() => setConfirming(false)}
      />
      <DiscardPrompt text={text} unsaved={isUnsaved} onDiscard={() => drafts.drop(about)} />
    </Box>
  );
}

/**
 * The step that the address names, from 0, as far as what is entered leads there.
 *
 * @param isKeyLost - one has to begin with it again
 */
function useStep(form: CallForm<SetupDraft>, hasStoredKey: boolean, isKeyLost: boolean): readonly [number, (step: number) => void] {
  const navigate = useNavigate();
  const { step: named = 1 } = useSearch({ strict: false });
  const wanted = named - 1;
  const goTo = (step: number, replace = false) => void navigate({ to: '.', search: step === 0 ? {} : { step: step + 1 }, replace });
  const mustBegin = useRef(isKeyLost);
  useEffect(() => {
    const allowed = mustBegin.current ? 0 : furthestStep(form.getValues(), hasStoredKey);
    mustBegin.current = false;
    if (allowed < wanted) goTo(allowed, true);
  });
  return [Math.min(wanted, furthestStep(form.watch(), hasStoredKey)), goTo];
}

/** What was found wrong may be right once more is known: the key is accepted, the widths are there. */
function useChecksAgain(form: CallForm<SetupDraft>, known: string): void {
  const { errors } = form.formState;
  const wrong = Object.keys(errors) as (keyof SetupDraft)[];
  const before = useRef(known);
  useEffect(() => {
    if (before.current === known) return;
    before.current = known;
    if (wrong.length > 0) void form.trigger(wrong);
  });
}

/** Rebalancing counts for nothing where the brand does not offer it, whatever was chosen before. */
const offered = (draft: SetupDraft, offersRebalance: boolean): SetupDraft => (offersRebalance ? draft : { ...draft, autoRebalance: false });

function firstDraft(bot: BotView | null, exchanges: readonly PlannedExchange[], accounts: readonly Mapped<ExchangeAccount>[]): SetupDraft {
  if (bot)
    return {
      ...emptyDraft,
      exchangeId: bot.exchange.id,
      name: bot.name,
      pairs: bot.pairs,
      courseId: bot.botCourse ?? '',
      width: formatWidth(widthOfDelta(bot.delta)),
      autoRebalance: bot.config.autoRebalance,
      postOnly: bot.postOnly,
    };
  const exchangeId = (exchanges.find(({ isInPlan }) => isInPlan) ?? exchanges[0])?.id ?? '';
  return { ...emptyDraft, exchangeId, accountId: firstAccountOf(exchangeId, accounts) };
}
