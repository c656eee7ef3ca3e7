import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { enteredDecimal, enteredNumber, keyOf, Problem, pairIn, useCallForm } from '@tenbin/app-kit';
import {
  getMarketMaker,
  listMarketMakers,
  type Mapped,
  type MarketMakerNow,
  type RouteInput,
  startCalculateOrderBot,
  startSpreadBot,
} from '@tenbin/contract';
import { boundsOf, isWithin } from '@tenbin/strategy';
import { ConfirmDialog, Field, formatNumber, Panel, parseNumber, useErrorText, useToast, writeNumber } from '@tenbin/ui';
import { type FormEvent, useState } from 'react';
import { ActButton } from '../../app/act-button.tsx';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import type { NamedAccount } from './named-account.ts';

const needed = {
  spread: ['spread', 'amount', 'intervalMs'],
  calculateOrder: [
    'inventoryTargetBasePct',
    'orderLevels',
    'bidSpread',
    'askSpread',
    'orderLevelSpread',
    'orderAmount',
    'orderLevelAmount',
    'midPriceThreshold',
    'intervalMs',
  ],
} as const;
const limits = ['minimumSpread', 'refreshTolerance', 'maxOrderAgeMs', 'priceCeiling', 'priceFloor', 'filledOrderDelayMs'] as const;
const optional = { spread: limits, calculateOrder: ['inventoryRangeMultiplier', ...limits] } as const;

type Kind = keyof typeof needed;
type Setting = (typeof needed)[Kind][number] | (typeof optional)[Kind][number];
/** As it is typed. */
type Values = Record<string, string>;

interface SettingsFormProps {
  readonly named: NamedAccount;
  readonly kind: Kind;
  /** Null: a new one is set up. */
  readonly maker: Mapped<MarketMakerNow> | null;
}

/** How a market maker quotes: what is set is explained with its bounds, and sent after a question. */
export function SettingsForm({ named, kind, maker }: SettingsFormProps) {
  const text = useText('markets');
  const toast = useToast();
  const errorText = useErrorText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayOperate = useMayOperate();
  const [isAsking, setAsking] = useState(false);
  const settings: readonly Setting[] = [...needed[kind], ...optional[kind]];
  const stored = valuesOf(settings, maker);
  const isRunning = maker?.isRunning ?? false;
  /** By the rules that the server holds it against; of what is no number at all the call's own schema tells. */
  const problemOf = (name: Setting, value: string): string | null => {
    if (value === '') return isNeeded(kind, name) ? text('required') : null;
    const bounds = boundsOf(name);
    const number = parseNumber(value);
    if (!bounds || number === null || isWithin(bounds, number)) return null;
    return text(bounds.isWhole ? 'outsideWhole' : bounds.isAbove ? 'outsideAbove' : 'outside', shown(bounds));
  };
  // Both calls take what their kind sets, and answer alike.
  const route = (kind === 'spread' ? startSpreadBot : startCalculateOrderBot) as typeof startCalculateOrderBot;
  const form = useCallForm<typeof route, Values>(route, {
    defaults: stored,
    stored,
    input: (values) => ({ body: bodyOf(settings, values, named) }) as RouteInput<typeof route>,
    problems: (values) => Object.fromEntries(settings.map((name) => [name, problemOf(name, (values[name] ?? '').trim())])),
    onSuccess: (_, values) => {
      form.reset(values);
      toast('success', text(isRunning ? 'applied' : 'started'));
      void queries.invalidateQueries({ queryKey: keyOf(getMarketMaker) });
      void queries.invalidateQueries({ queryKey: keyOf(listMarketMakers) });
      if (maker === null)
        void navigate({
          to: '/virtual-accounts/market-maker',
          search: { exchange: named.exchangeName, name: named.name, kind, pair: pairOf(values) },
          replace: true,
        });
    },
  });
  const ask = async (event: FormEvent) => {
    event.preventDefault();
    if (await form.trigger(undefined, { shouldFocus: true })) setAsking(true);
  };
  const helpOf = (name: Setting): string => {
    const help = text(`help_${name}`);
    const bounds = boundsOf(name);
    return bounds && !bounds.isDecimal ? text('between', { help, ...shown(bounds) }) : help;
  };
  const fieldOf = (name: Setting) => (
    <Field key={name} label={text(`field_${name}`)} help={helpOf(name)} inputMode="decimal" readOnly={!mayOperate} {...form.field(name)} />
  );
  const grid = {
    display: 'grid',
    gap: 2,
    alignItems: 'start',
    gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(3, minmax(0, 1fr))' },
  };
  const pair = pairOf(form.watch());
  const whyNot = maker && whyNotQuote(maker);
  return (
    <Panel title={text('settings')}>
      <Box component="form" noValidate onSubmit={ask} sx={{ display: 'grid', gap: 2 }}>
        {form.error && <Problem>{errorText(form.error)}</Problem>}
        <Box sx={grid}>
          {maker === null && <Field label={text('pair')} placeholder="BTC/USDT" {...form.field('pair')} />}
          {needed[kind].map(fieldOf)}
        </Box>
        <Typography component="h3" sx={{ fontSize: 14, fontWeight: 600 }}>
          {text('optional')}
          <Typography component="span" color="text.secondary" sx={{ fontSize: 14, ml: 1 }}>
            {text('optionalHelp')}
          </Typography>
        </Typography>
        <Box sx={grid}>{optional[kind].map(fieldOf)}</Box>
        {mayOperate && (
          <Box>
            <ActButton type="submit" variant="contained" loading={form.isSending} why={whyNot && text(whyNot)}>
              {text(isRunning ? 'apply' : 'start')}
            </ActButton>
          </Box>
        )}
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={text(isRunning ? 'applyTitle' : 'startTitle', { pair })}
        confirm={text(isRunning ? 'apply' : 'start')}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void form.submit();
        }}
      >
        {isRunning ? text('applyHelp') : text('startHelp', { exchange: named.exchangeName, name: named.name })}
      </ConfirmDialog>
    </Panel>
  );
}

/** Of what is known of its account where a side is quiet. */
function whyNotQuote({ quiet: { buy, sell } }: Mapped<MarketMakerNow>): 'whileFrozen' | 'whileOverdrawn' | null {
  if ([buy, sell].includes('accountFrozen')) return 'whileFrozen';
  return [buy, sell].includes('accountOverdrawn') ? 'whileOverdrawn' : null;
}

const isNeeded = (kind: Kind, name: Setting): boolean => needed[kind].some((one) => one === name);

const shown = ({ lowest, highest }: { readonly lowest: number; readonly highest: number }) => ({
  lowest: formatNumber(lowest, { digits: Number.isInteger(lowest) ? 0 : 4 }),
  highest: formatNumber(highest, { digits: Number.isInteger(highest) ? 0 : 4 }),
});

const pairOf = ({ pair = '' }: Values): string => pairIn(pair);

function valuesOf(settings: readonly Setting[], maker: SettingsFormProps['maker']): Values {
  const known: Readonly<Record<string, string | number | undefined>> = maker?.settings ?? {};
  const written = (value: string | number = '') => (typeof value === 'number' ? writeNumber(value) : value);
  return { pair: maker?.pair ?? '', ...Object.fromEntries(settings.map((name) => [name, written(known[name])])) };
}

/** An amount or a price stays decimal text. */
function bodyOf(settings: readonly Setting[], values: Values, named: NamedAccount): Readonly<Record<string, string | number>> {
  const given = settings.flatMap((name) => {
    const value = (values[name] ?? '').trim();
    return value === '' ? [] : [[name, boundsOf(name)?.isDecimal ? enteredDecimal(value) : enteredNumber(value)] as const];
  });
  return { ...named, pair: pairOf(values), ...Object.fromEntries(given) };
}
