import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { PageLink, query } from '@tenbin/app-kit';
import { BotState, useCauseLabel } from '@tenbin/bot-views';
import { listMarketMakers } from '@tenbin/contract';
import { Empty, Failure, formatDate, Loading, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { Fragment } from 'react';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';
import type { NamedAccount } from './named-account.ts';

const kinds = [
  { kind: 'spread', label: 'newSpread' },
  { kind: 'calculateOrder', label: 'newCalculateOrder' },
] as const;

/** The bots that make markets on the money of a virtual account. */
export function MakersPanel({ named }: { readonly named: NamedAccount }) {
  const text = useText('markets');
  const mayOperate = useMayOperate();
  const labelOf = useCauseLabel();
  const makers = useQuery(query(listMarketMakers, { query: { ...named } }));
  const search = { exchange: named.exchangeName, name: named.name };
  return (
    <Panel title={text('makers')}>
      {makers.isPending && <Loading what={text('makers')} rows={2} height={44} />}
      {makers.isLoadingError && <Failure what={text('makers')} error={makers.error} onRetry={() => void makers.refetch()} />}
      {makers.data?.length === 0 && <Empty title={text('noMakers')}>{text('noMakersHelp')}</Empty>}
      {makers.data && makers.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={text('makers')}
          heads={[text('pair'), text('kind'), text('openOrders'), text('lastFill'), text('state')]}
          rows={makers.data.map(({ id, pair, settings: { kind }, openOrderCount, lastFillAt, state, stopCause }) => ({
            key: id,
            cells: [
              <PageLink key="pair" to="/virtual-accounts/market-maker" search={{ ...search, pair, kind }}>
                {pair}
              </PageLink>,
              text(`kind_${kind}`),
              openOrderCount,
              lastFillAt === null ? unknownFigure : formatDate(lastFillAt),
              <Fragment key="state">
                <BotState state={state} /> {stopCause !== null && labelOf(stopCause)}
              </Fragment>,
            ],
          }))}
        />
      )}
      {mayOperate && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mt: 2 }}>
          {kinds.map(({ kind, label }) => (
            <PageLink key={kind} to="/virtual-accounts/market-maker" search={{ ...search, kind }}>
              {text(label)}
            </PageLink>
          ))}
        </Box>
      )}
    </Panel>
  );
}
