import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { keyOf, PageTitle, query, useAction, useCallForm, useClient } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import {
  getPlatformExchange,
  listPlatformExchanges,
  type Mapped,
  type RouteReply,
  removePlatformExchange,
  updatePlatformExchange,
} from '@tenbin/contract';
import { ConfirmDialog, Empty, FactList, formatDay, formatNumber, Panel, percent, SmallTable, useFailureToast, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import { changesOf, ExchangeForm, valuesOf } from './exchange-form.tsx';
import { KeyTest } from './key-test.tsx';
import { OfferingOrganizations } from './offering-organizations.tsx';

const route = getRouteApi('/shell/behind/exchanges/$id');

type Found = Mapped<RouteReply<typeof getPlatformExchange>>;
const feeText = (fee: number): string => percent(formatNumber(100 * fee, { digits: 4 }));
const whole = (count: number): string => formatNumber(count, { digits: 0 });

export function ExchangePage() {
  const text = useText('machine');
  const { id } = route.useParams();
  const found = useQuery(query(getPlatformExchange, { params: { id } }));
  if (found.data) return <FoundExchange key={id} exchange={found.data} />;
  return <UnreadPage key={id} what={text('exchange')} read={found} />;
}

function FoundExchange({ exchange }: { readonly exchange: Found }) {
  const text = useText('machine');
  const toast = useToast();
  const mayOperate = useMayOperate();
  const readAgain = useReadAgain();
  const { id, name, ccxtId, baseUrl, enabled, capabilities, use, pairs, createdAt, requiresPassphrase } = exchange;
  const form = useCallForm(updatePlatformExchange, {
    defaults: valuesOf(exchange),
    input: (values) => ({ params: { id }, body: { ...changesOf(values), requiresPassphrase: values.requiresPassphrase } }),
    onSuccess: (changed) => {
      form.reset(valuesOf(changed));
      toast('success', text('saved'));
      void readAgain();
    },
  });
  return (
    <>
      <PageTitle title={name} action={mayOperate && <Acts exchange={exchange} />} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Panel>
          <FactList
            label={text('exchange')}
            sx={{ gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 160px), 1fr))', overflowWrap: 'anywhere' }}
            facts={[
              { name: text('state'), value: text(enabled ? 'on' : 'off') },
              { name: text('adapter'), value: ccxtId },
              { name: text('baseUrl'), value: baseUrl ?? text('ownAddress') },
              { name: text('passphrase'), value: text(requiresPassphrase ? 'passphraseNeeded' : 'passphraseNotNeeded') },
              { name: text('organizations'), value: whole(use.organizations) },
              { name: text('keys'), value: whole(use.accounts) },
              { name: text('bots'), value: whole(use.bots) },
              { name: text('running'), value: whole(use.busyBots) },
              { name: text('since'), value: formatDay(createdAt) },
            ]}
          />
        </Panel>
        <Panel title={text('can')}>
          {capabilities.length === 0 ? (
            <Typography variant="body2">{text('canNothing')}</Typography>
          ) : (
            <Box component="ul" sx={{ m: 0, pl: 2.5, fontSize: 14 }}>
              {capabilities.map((one) => (
                <li key={one}>{text(`can_${one}`)}</li>
              ))}
            </Box>
          )}
        </Panel>
        <Panel title={text('settings')}>
          <ExchangeForm form={form} isNew={false} readOnly={!mayOperate} submit={text('save')} />
        </Panel>
        <OfferingOrganizations exchangeId={id} />
        {mayOperate && <KeyTest exchange={exchange} />}
        <Panel title={text('pairs')}>
          {pairs === null ? (
            <Empty title={text('notAnswering')}>{text('notAnsweringHelp')}</Empty>
          ) : (
            <SmallTable
              lined
              stacked="named"
              label={text('pairs')}
              maxHeight={480}
              heads={[
                text('pair'),
                text('minAmount'),
                text('minCost'),
                text('tickSize'),
                text('lotSize'),
                text('makerFee'),
                text('takerFee'),
              ]}
              rows={pairs.map((pair) => ({
                key: pair.name,
                cells: [
                  pair.name,
                  pair.minAmount,
                  pair.minCost,
                  pair.tickSize,
                  pair.lotSize,
                  feeText(pair.makerFee),
                  feeText(pair.takerFee),
                ],
              }))}
            />
          )}
        </Panel>
      </Box>
    </>
  );
}

function useReadAgain() {
  const queries = useQueryClient();
  return () =>
    Promise.all([getPlatformExchange, listPlatformExchanges].map((read) => queries.invalidateQueries({ queryKey: keyOf(read) })));
}

/** Switching it on or off, and removing it: each after a question that says what it does. */
function Acts({ exchange: { id, name, enabled, use } }: { readonly exchange: Found }) {
  const text = useText('machine');
  const client = useClient();
  const navigate = useNavigate();
  const toast = useToast();
  const failed = useFailureToast();
  const readAgain = useReadAgain();
  const [asked, setAsked] = useState<'switch' | 'remove' | null>(null);
  const toggle = useAction<unknown, void>({
    mutationFn: () => client.call(updatePlatformExchange, { params: { id }, body: { enabled: !enabled } }),
    onSuccess: () => toast('success', text(enabled ? 'switchedOff' : 'switchedOn', { name })),
    onError: (error) => failed(error),
    onSettled: () => {
      setAsked(null);
      return readAgain();
    },
  });
  const remove = useAction<unknown, void>({
    mutationFn: () => client.call(removePlatformExchange, { params: { id } }),
    onSuccess: async () => {
      toast('success', text('removed', { name }));
      await navigate({ to: '/exchanges' });
      await readAgain();
    },
    onError: (error) => failed(error),
    onSettled: () => setAsked(null),
  });
  const facts = { name, organizations: use.organizations, bots: use.bots };
  return (
    <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
      <ActButton
        variant="outlined"
        color={enabled ? 'error' : 'primary'}
        why={enabled && use.busyBots > 0 ? text('whileBotsRun', { count: use.busyBots }) : null}
        onClick={() => setAsked('switch')}
      >
        {text(enabled ? 'switchOff' : 'switchOn')}
      </ActButton>
      <ActButton
        variant="outlined"
        color="error"
        why={use.accounts > 0 ? text('whileKeysStored', { count: use.accounts }) : null}
        onClick={() => setAsked('remove')}
      >
        {text('remove')}
      </ActButton>
      <ConfirmDialog
        open={asked === 'switch'}
        title={text(enabled ? 'switchOffTitle' : 'switchOnTitle', { name })}
        confirm={text(enabled ? 'switchOff' : 'switchOn')}
        danger={enabled}
        busy={toggle.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => toggle.mutate()}
      >
        {text(enabled ? 'switchOffHelp' : 'switchOnHelp', facts)}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        title={text('removeTitle', { name })}
        confirm={text('remove')}
        danger
        busy={remove.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => remove.mutate()}
      >
        {text('removeHelp', { count: use.organizations })}
      </ConfirmDialog>
    </Box>
  );
}
