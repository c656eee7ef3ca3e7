import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useInstallation } from '@tenbin/app-kit';
import type { Exchange, getMinimumOrderWidth, Mapped, Organization, RouteReply } from '@tenbin/contract';
import {
  decimals,
  Failure,
  Field,
  formatHolding,
  formatWidth,
  Loading,
  parseNumber,
  SmallTable,
  useErrorText,
  useSentences,
} from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../app/text.ts';
import type { Region } from '../../backtest/best-region.ts';
import { isRefusal, type PlannedRebalance } from '../../bots/rebalance-preview.tsx';
import { firstWidth, rewardOf, type WidthBounds, type WidthSource, widthOfReward } from '../../bots/width.ts';
import { WidthSlider } from '../../bots/width-slider.tsx';
import { HelpLink } from '../../shell/help-link.tsx';
import { FeeFacts, type TradingFees } from './fee-facts.tsx';
import { RebalanceChoice } from './rebalance-choice.tsx';
import type { StepProps } from './step-exchange.tsx';
import { type Suggestion, TryWidth } from './try-width.tsx';

type WidthRange = Mapped<RouteReply<typeof getMinimumOrderWidth>>;

interface StepWidthProps extends StepProps {
  readonly range: UseQueryResult<WidthRange>;
  readonly bounds: WidthBounds | null;
  readonly fees: UseQueryResult<TradingFees>;
  readonly suggested: UseQueryResult<Suggestion[]>;
  readonly exchange: Mapped<Exchange> | undefined;
  readonly rebalance: UseQueryResult<PlannedRebalance>;
  readonly organization: UseQueryResult<Mapped<Organization>>;
}

/** Step 3: the order width, or the reward per trade that it stands for. */
export function StepWidth({ form, draft, change, range, bounds, fees, suggested, exchange, rebalance, organization }: StepWidthProps) {
  const text = useText('setup');
  const [typedReward, setTypedReward] = useState<string | null>(null);
  const width = parseNumber(draft.width);
  const reward = rewardOf(width);
  const [region, setRegion] = useState<Region | null>(null);
  const begun = useFirstWidth({
    typed: draft.width,
    isTyping: typedReward !== null,
    first:
      bounds && range.data && !organization.isPending
        ? firstWidth(bounds, {
            organization: organization.data?.defaultOrderWidth ?? null,
            backtest: region?.best ?? null,
            breakEven: range.data.breakEvenWidthTogether,
          })
        : null,
    fill: (first) => change({ width: formatWidth(first) }),
  });
  const setWidth = (typed: string) => {
    setTypedReward(null);
    change({ width: typed });
  };
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Typography variant="body2">{text('widthLead')}</Typography>
      <Box sx={{ px: 1.5 }}>
        <WidthSlider
          width={width}
          bounds={bounds}
          breakEven={range.data?.breakEvenWidth ?? null}
          onWidth={(next) => setWidth(formatWidth(next))}
        />
        <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
          {begun && text(`firstFrom${begun}`)}
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <Field
          label={text('width')}
          help={<HelpLink topic="orderWidth" />}
          inputMode="decimal"
          autoComplete="off"
          share
          {...form.field('width', { onChange: () => setTypedReward(null) })}
        />
        <Field
          label={text('reward')}
          help={<HelpLink topic="whatIsBp" />}
          inputMode="decimal"
          autoComplete="off"
          value={typedReward ?? (reward === null ? '' : (reward * 100).toFixed(decimals.bps))}
          problem={typedReward !== null && widthOfBps(typedReward) === null ? text('rewardRequired') : undefined}
          onChange={(event) => {
            setTypedReward(event.target.value);
            const wanted = widthOfBps(event.target.value);
            if (wanted !== null) change({ width: formatWidth(wanted) });
          }}
          onBlur={() => setTypedReward(null)}
        />
      </Box>
      <RangeFacts range={range} rebalances={draft.autoRebalance} />
      <FeeFacts fees={fees} width={width} postOnly={draft.postOnly} onPostOnly={(postOnly) => change({ postOnly })} />
      <SuggestedBalances suggested={suggested} />
      <RebalanceChoice chosen={draft.autoRebalance} onChoose={(autoRebalance) => change({ autoRebalance })} preview={rebalance} />
      {exchange && (
        <TryWidth draft={draft} change={change} exchange={exchange} fee={fees.data?.maker} suggested={suggested} onRegion={setRegion} />
      )}
    </Box>
  );
}

/** The width that earns so many basis points per trade; null where there is none. */
function widthOfBps(typed: string): number | null {
  const bps = parseNumber(typed);
  return widthOfReward(bps === null ? null : bps / 100);
}

interface FirstWidth {
  readonly typed: string;
  /** Somebody enters what a width follows from, and may not have finished. */
  readonly isTyping: boolean;
  readonly first: { readonly width: number; readonly source: WidthSource } | null;
  readonly fill: (width: number) => void;
}

/**
 * Fills an empty width once, and again with what past prices recommend, as long as nobody has chosen one; whoever clears it
 * afterwards wants to type another.
 *
 * @returns what the width rests on; null once it is somebody's own
 */
function useFirstWidth({ typed, isTyping, first, fill }: FirstWidth): WidthSource | null {
  const [filled, setFilled] = useState<{ readonly width: string; readonly source: WidthSource } | null>(null);
  const [isOwn, setIsOwn] = useState(typed !== '');
  useEffect(() => {
    if (isOwn) return;
    if (isTyping || typed !== (filled?.width ?? '')) {
      setIsOwn(true);
      return;
    }
    if (first === null || filled?.source === first.source) return;
    setFilled({ width: formatWidth(first.width), source: first.source });
    fill(first.width);
  });
  return isOwn ? null : (filled?.source ?? null);
}

interface RangeFactsProps {
  readonly range: UseQueryResult<WidthRange>;
  /** The range is that of the balances after rebalancing. */
  readonly rebalances: boolean;
}

function RangeFacts({ range, rebalances }: RangeFactsProps) {
  const text = useText('setup');
  const rebalanceText = useText('rebalance');
  const sentences = useSentences();
  if (range.isPending) return <Loading what={text('width')} rows={2} height={26} />;
  if (range.error && isRefusal(range.error)) return <RangeRefusal error={range.error} rebalances={rebalances} />;
  if (range.isLoadingError) return <Failure what={text('width')} error={range.error} onRetry={() => void range.refetch()} />;
  const { shownMinimum, shownMaximum, limitedBy } = range.data;
  return (
    <Box sx={{ display: 'grid', gap: 1, fontSize: 14 }}>
      {shownMinimum === null ? (
        <Alert severity="error">{text('noRange')}</Alert>
      ) : (
        <span>
          {sentences(
            text('range', { minimum: formatWidth(shownMinimum), maximum: formatWidth(shownMaximum) }),
            limitedBy && text('rangeBy', { pair: limitedBy.pair }),
            rebalances && rebalanceText('rangeAfter'),
          )}
        </span>
      )}
    </Box>
  );
}

/** With these balances there is no width; rebalancing may help. */
function RangeRefusal({ error, rebalances }: { error: Error; rebalances: boolean }) {
  const text = useText('rebalance');
  const errorText = useErrorText();
  const sentences = useSentences();
  const { features } = useInstallation().brand;
  return (
    <Alert severity="warning">{sentences(errorText(error), features.autoRebalanceByBot && !rebalances && text('rangeRefused'))}</Alert>
  );
}

function SuggestedBalances({ suggested }: { suggested: UseQueryResult<Suggestion[]> }) {
  const text = useText('setup');
  const heads = ['walletBalance', 'suggestedBalance', 'rebalancedBalance'] as const;
  return (
    <Box component="section" sx={{ borderTop: '1px solid', borderColor: 'divider', pt: 2.5, display: 'grid', gap: 1 }}>
      <Typography variant="h2">{text('suggested')}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('suggestedHelp')}
      </Typography>
      {suggested.isPending && <Loading what={text('suggested')} rows={3} height={32} />}
      {suggested.isLoadingError && <Failure what={text('suggested')} error={suggested.error} onRetry={() => void suggested.refetch()} />}
      {suggested.data && (
        <SmallTable
          lined
          label={text('suggested')}
          sx={{
            '& th': { whiteSpace: { xs: 'normal', sm: 'nowrap' } },
            '& th, & td': { fontSize: { xs: 13, sm: 14 }, pl: { xs: 0.5, sm: 1.5 } },
          }}
          heads={[text('currency'), ...heads.map((head) => text(head))]}
          rows={suggested.data.map((row) => ({
            key: row.currency,
            cells: [row.currency, ...heads.map((head) => formatHolding(row[head], row.currency))],
          }))}
        />
      )}
    </Box>
  );
}
