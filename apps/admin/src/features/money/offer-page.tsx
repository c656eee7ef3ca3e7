import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { useQuery } from '@tanstack/react-query';
import { PageTitle, query } from '@tenbin/app-kit';
import { listOrganizationPlans, listPlanFeatures, listPlanOptions } from '@tenbin/contract';
import { Empty, Failure, formatYen, Loading, Panel, SmallTable } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';

/** What the platform offers to organizations with its prices, and what of it this one has. */
export function OfferPage() {
  const text = useText('money');
  const plans = useQuery(query(listOrganizationPlans, {}));
  const features = useQuery(query(listPlanFeatures, {}));
  const options = useQuery(query(listPlanOptions, {}));
  const mark = (isCurrent: boolean) => (isCurrent ? <Chip key="own" size="small" color="success" label={text('ownOffer')} /> : '');
  return (
    <>
      <PageTitle title={text('offer')} />
      <Box sx={{ fontSize: 14, color: 'text.secondary', mb: 2 }}>{text('offerHelp')}</Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Part title={text('offeredPlans')} read={plans}>
          {(rows) => (
            <SmallTable
              lined
              stacked="named"
              label={text('offeredPlans')}
              heads={[text('plan'), text('monthly'), text('perUser'), text('ofVolume'), text('features'), text('own')]}
              rows={rows.map(({ id, name, monthlyPrice, pricePerUser, basisPoints, features: has, isCurrent }) => ({
                key: id,
                cells: [
                  name,
                  formatYen(monthlyPrice),
                  formatYen(pricePerUser),
                  text('basisPointsOf', { points: basisPoints }),
                  <Box key="features" sx={{ whiteSpace: 'normal', minWidth: 180 }}>
                    {has.map((feature) => text(`feature${feature}`)).join(', ')}
                  </Box>,
                  mark(isCurrent),
                ],
              }))}
            />
          )}
        </Part>
        <Part title={text('features')} read={features}>
          {(rows) => (
            <SmallTable
              lined
              stacked="named"
              label={text('features')}
              heads={[text('feature'), text('monthly'), text('own')]}
              rows={rows.map(({ id, name, monthlyPrice, isCurrent }) => ({
                key: id,
                cells: [text(`feature${name}`), formatYen(monthlyPrice), mark(isCurrent)],
              }))}
            />
          )}
        </Part>
        <Part title={text('options')} read={options}>
          {(rows) => (
            <SmallTable
              lined
              stacked="named"
              label={text('options')}
              heads={[text('offeredOption'), text('monthly'), text('own')]}
              rows={rows.map(({ id, name, monthlyPrice, isCurrent }) => ({
                key: id,
                cells: [text(`option${name}`), formatYen(monthlyPrice), mark(isCurrent)],
              }))}
            />
          )}
        </Part>
      </Box>
    </>
  );
}

interface Read<Row> {
  readonly data: readonly Row[] | undefined;
  readonly isPending: boolean;
  readonly isLoadingError: boolean;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface PartProps<Row> {
  readonly title: string;
  readonly read: Read<Row>;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

function Part<Row>({ title, read, children }: PartProps<Row>) {
  const text = useText('money');
  return (
    <Panel title={title}>
      {read.isPending && <Loading what={title} rows={3} />}
      {read.isLoadingError && read.error && <Failure what={title} error={read.error} onRetry={() => void read.refetch()} />}
      {read.data?.length === 0 && <Empty title={text('noOffer')} />}
      {read.data && read.data.length > 0 && children(read.data)}
    </Panel>
  );
}
