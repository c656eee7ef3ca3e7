import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { PageLink, Problem, pairsIn, query, useAction, useCallForm, useNamedCall } from '@tenbin/app-kit';
import { getPlatformBot, type Mapped, startVirtualBot, stopVirtualBot, type VirtualAccount } from '@tenbin/contract';
import { deltaOfWidth, isOrderWidth, widestWidth } from '@tenbin/strategy';
import { ConfirmDialog, Empty, Field, Panel, parseNumber, useErrorText, useFailureToast, useToast } from '@tenbin/ui';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { WhyStopped } from '../../app/why-stopped.tsx';
import { whyNotStart } from './why-not.ts';

type Account = Mapped<VirtualAccount>;

/** The bot that keeps three currencies of a virtual account evenly balanced. */
export function BalancingPanel({ account }: { readonly account: Account }) {
  const text = useText('markets');
  const mayOperate = useMayOperate() && account.state !== 'closed';
  const [isStopping, setStopping] = useState(false);
  const bot = account.bots.find(({ type }) => type === 'balancing');
  return (
    <Panel
      title={text('balancing')}
      action={
        mayOperate &&
        bot?.isRunning && (
          <Button size="small" color="error" onClick={() => setStopping(true)}>
            {text('stop')}
          </Button>
        )
      }
    >
      {bot ? (
        <Box sx={{ mb: 2, display: 'grid', gap: 1 }}>
          <span>{text(bot.isRunning ? 'balancingRuns' : 'balancingStands', { pairs: bot.pairs.join(', ') })}</span>
          {bot.stopCause !== null && <Stopped id={bot.id} />}
          <PageLink to="/bots/$botId" params={{ botId: bot.id }}>
            {text('whatItDid')}
          </PageLink>
        </Box>
      ) : (
        <Empty title={text('noBalancing')}>{text('noBalancingHelp')}</Empty>
      )}
      {mayOperate && !bot?.isRunning && <StartForm account={account} pairs={bot?.pairs ?? []} />}
      {isStopping && <Stop account={account} onClose={() => setStopping(false)} />}
    </Panel>
  );
}

function Stopped({ id }: { readonly id: string }) {
  const bot = useQuery(query(getPlatformBot, { params: { id } }));
  return bot.data ? <WhyStopped bot={bot.data} /> : null;
}

interface StartFormProps {
  readonly account: Account;
  readonly pairs: readonly string[];
}

function StartForm({ account: { exchangeName, name, state }, pairs }: StartFormProps) {
  const text = useText('markets');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const call = useNamedCall();
  const [isAsking, setAsking] = useState(false);
  const isFirst = pairs.length === 0;
  const whyNot = whyNotStart({ state });
  const form = useCallForm(startVirtualBot, {
    defaults: { pairs: pairs.join(', '), width: '' },
    fieldOf: { delta: 'width' },
    input: ({ pairs: entered, width }) => ({
      body: {
        exchangeName,
        name,
        pairs: pairsIn(entered),
        ...(width.trim() !== '' && { delta: deltaOfWidth(parseNumber(width) ?? 0) }),
      },
    }),
    send: (_, input) => call(startVirtualBot, input),
    problems: ({ width }) => ({
      width:
        width.trim() === ''
          ? isFirst && text('required')
          : !isOrderWidth(parseNumber(width) ?? 0) && text('widthOutOfRange', { widest: widestWidth }),
    }),
    onSuccess: () => {
      toast('success', text('started'));
      void queries.invalidateQueries();
    },
  });
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.trigger(undefined, { shouldFocus: true })) setAsking(true);
  };
  return (
    <Box component="form" noValidate onSubmit={ask} sx={{ display: 'grid', gap: 2 }}>
      {form.error && <Problem>{errorText(form.error)}</Problem>}
      <Box sx={{ display: 'grid', gap: 2, alignItems: 'start', gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
        <Field label={text('pairs')} placeholder="BTC/USDT, ETH/USDT, ETH/BTC" autoComplete="off" {...form.field('pairs')} />
        <Field
          label={text('width')}
          inputMode="decimal"
          autoComplete="off"
          help={isFirst ? undefined : text('widthHelp')}
          {...form.field('width')}
        />
      </Box>
      <Box>
        <ActButton type="submit" variant="contained" loading={form.isSending} why={whyNot && text(whyNot)}>
          {text('start')}
        </ActButton>
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={text('startBalancingTitle')}
        confirm={text('start')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void form.submit();
        }}
      >
        {text('startHelp', { exchange: exchangeName, name })}
      </ConfirmDialog>
    </Box>
  );
}

function Stop({ account: { exchangeName, name }, onClose }: { readonly account: Account; readonly onClose: () => void }) {
  const text = useText('markets');
  const call = useNamedCall();
  const toast = useToast();
  const failed = useFailureToast();
  const queries = useQueryClient();
  const stop = useAction({
    mutationFn: () => call(stopVirtualBot, { body: { exchangeName, name } }),
    onSuccess: () => toast('success', text('stopped')),
    onError: (error) => failed(error),
    onSettled: () => {
      onClose();
      return queries.invalidateQueries();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={text('stopBalancingTitle')}
      confirm={text('stop')}
      busy={stop.isPending}
      onClose={onClose}
      onConfirm={() => stop.mutate()}
    >
      {text('stopBalancingHelp', { exchange: exchangeName })}
    </ConfirmDialog>
  );
}
