import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { PageTitle, query, useInstallation } from '@tenbin/app-kit';
import { countPayments, getOwnOrganization, getSelf } from '@tenbin/contract';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { useReducer } from 'react';
import { useText } from '../../app/text.ts';
import { CampaignForm } from './campaign-form.tsx';
import { Confirmation } from './confirmation.tsx';
import { OwnPlan } from './own-plan.tsx';
import { PaymentsPanel } from './payments-panel.tsx';
import { PlanChoice } from './plan-choice.tsx';
import { changePlanState, noPlanState } from './plan-state.ts';

/** What one has, what it costs, what of it is used, and what one may have instead. */
export function PlanPage() {
  const text = useText('plan');
  const { brand } = useInstallation();
  const [state, change] = useReducer(changePlanState, noPlanState);
  const organization = useQuery(query(getOwnOrganization, {}));
  const self = useQuery(query(getSelf, {}));
  const failed = [organization, self].find(({ isLoadingError }) => isLoadingError);
  const isThere = organization.data !== undefined && self.data !== undefined;
  const isSold = isThere && !organization.data.isFree && brand.features.paypal && !self.data.isAffiliate;
  const payments = useQuery({ ...query(countPayments, {}), enabled: isThere && !isSold });
  const hasPaid = payments.isLoadingError || (payments.data?.count ?? 0) > 0;
  return (
    <>
      <PageTitle title={text('title')} />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {(failed || !isThere) && (
          <Panel>
            {failed && <Failure what={text('title')} error={failed.error} onRetry={() => void failed.refetch()} />}
            {!failed && <Loading what={text('title')} rows={4} height={64} />}
          </Panel>
        )}
        {isThere && !isSold && (
          <Panel>
            <NotSold organization={organization.data} self={self.data} />
          </Panel>
        )}
        {isSold && <Confirmation />}
        {isThere && self.data.subscription && <OwnPlan subscription={self.data.subscription} />}
        {isSold && (
          <>
            <PlanChoice subscription={self.data.subscription} state={state} change={change} />
            <CampaignForm state={state} change={change} />
          </>
        )}
        {isThere && (isSold || hasPaid) && <PaymentsPanel />}
      </Box>
    </>
  );
}

interface NotSoldProps {
  readonly organization: { readonly isFree: boolean; readonly name: string; readonly contactEmail: string | null };
  readonly self: { readonly isAffiliate: boolean; readonly isPaid: boolean };
}

/** Why there is nothing to choose, and whom to ask. */
function NotSold({ organization, self }: NotSoldProps) {
  const text = useText('plan');
  if (self.isAffiliate) return <Empty title={text('forReferrals')}>{text('forReferralsHelp')}</Empty>;
  return (
    <Empty title={text(organization.isFree ? 'free' : self.isPaid ? 'given' : 'none')}>
      <WhomToAsk {...organization} />
    </Empty>
  );
}

function WhomToAsk({ name, contactEmail }: { name: string; contactEmail: string | null }) {
  const text = useText('plan');
  return (
    <>
      {text('ask', { name })} {contactEmail && <Link href={`mailto:${contactEmail}`}>{contactEmail}</Link>}
    </>
  );
}
