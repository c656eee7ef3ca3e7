import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { type AdministeredPlan, listCampaignCodes, listUserPlans, type Mapped } from '@tenbin/contract';
import { Empty, Failure, formatDay, formatNumber, formatYen, Loading, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const shown = { skip: 0, limit: 100 };

/** What the organization offers, what it does no more, and its codes. */
export function PlansPage() {
  const text = useText('plans');
  return (
    <>
      <PageTitle
        title={text('title')}
        action={
          <Button component={Link} to="/plans/new" variant="contained">
            {text('newPlan')}
          </Button>
        }
      />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <PlansPanel title={text('offered')} archived={false} />
        <CodesPanel />
        <PlansPanel title={text('archived')} archived />
      </Box>
    </>
  );
}

function PlansPanel({ title, archived }: { title: string; archived: boolean }) {
  const text = useText('plans');
  const plans = useQuery(query(listUserPlans, { query: { ...shown, archived } }));
  return (
    <Panel title={title}>
      {plans.isPending && <Loading what={title} rows={3} />}
      {plans.isLoadingError && <Failure what={title} error={plans.error} onRetry={() => void plans.refetch()} />}
      {plans.data?.length === 0 &&
        (archived ? <Empty title={text('noArchived')} /> : <Empty title={text('noPlans')}>{text('noPlansHelp')}</Empty>)}
      {plans.data && plans.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={title}
          heads={[text('name'), text('price'), text('subscribers'), text('coming'), text('limit'), text('code')]}
          rows={plans.data.map((plan) => ({ key: plan.id, cells: cellsOf(plan, text('noLimit')) }))}
        />
      )}
    </Panel>
  );
}

const cellsOf = (plan: Mapped<AdministeredPlan>, noLimit: string) => [
  <PageLink key="name" to="/plans/$id" params={{ id: plan.id }}>
    {plan.name}
  </PageLink>,
  formatYen(plan.monthlyPrice),
  plan.subscribers,
  plan.coming,
  plan.tradingLimit === null ? noLimit : formatNumber(plan.tradingLimit, { digits: 0 }),
  plan.campaignCode ?? unknownFigure,
];

function CodesPanel() {
  const text = useText('plans');
  const codes = useQuery(query(listCampaignCodes, { query: shown }));
  return (
    <Panel title={text('codes')}>
      {codes.isPending && <Loading what={text('codes')} rows={3} />}
      {codes.isLoadingError && <Failure what={text('codes')} error={codes.error} onRetry={() => void codes.refetch()} />}
      {codes.data?.length === 0 && <Empty title={text('noCodes')} />}
      {codes.data && codes.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={text('codes')}
          heads={[text('code'), text('uses'), text('name'), text('codeExpires'), text('state')]}
          rows={codes.data.map(({ code, uses, planName, expiresAt, retiredAt }) => ({
            key: code,
            cells: [
              code,
              uses,
              planName,
              expiresAt === null ? unknownFigure : formatDay(expiresAt),
              text(stateOfCode({ expiresAt, retiredAt }, Date.now())),
            ],
          }))}
        />
      )}
    </Panel>
  );
}

/** A code that has run out is refused to whoever enters it. */
function stateOfCode(
  { expiresAt, retiredAt }: { readonly expiresAt: string | null; readonly retiredAt: string | null },
  now: number,
): 'inForce' | 'ranOut' | 'retired' {
  if (retiredAt !== null) return 'retired';
  return expiresAt !== null && Date.parse(expiresAt) <= now ? 'ranOut' : 'inForce';
}
