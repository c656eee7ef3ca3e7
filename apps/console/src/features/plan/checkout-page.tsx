import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, Problem, query, useAction, useClient } from '@tenbin/app-kit';
import { type CheckoutTerms, getCheckoutTerms, startCheckout } from '@tenbin/contract';
import {
  Banner,
  Empty,
  FactList,
  Failure,
  formatDate,
  formatDay,
  formatNumber,
  Loading,
  Panel,
  useErrorText,
  useFailureToast,
} from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { PayButton } from './pay-button.tsx';
import { keepPurchase } from './pending-purchase.ts';
import { limitText, type Purpose, providerName, termText, yen } from './plan-words.ts';
import { isFinal, useConfirm } from './use-confirm.ts';

const route = getRouteApi('/shell/plan/checkout');

/** The final confirmation: all that one agrees to, on the page with the button. */
export function CheckoutPage() {
  const text = useText('plan');
  const { plan: userPlanId = '', purpose = 'new' } = route.useSearch();
  const terms = useQuery({ ...query(getCheckoutTerms, { query: { userPlanId, purpose } }), enabled: userPlanId !== '', staleTime: 0 });
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('checkout')} />
      <Panel>
        {userPlanId === '' && <Empty title={text('noPlanChosen')} />}
        {userPlanId !== '' && terms.isPending && <Loading what={text('checkout')} rows={8} height={44} />}
        {terms.isLoadingError && <Failure what={text('checkout')} error={terms.error} onRetry={() => void terms.refetch()} />}
        {terms.data && (
          <Box sx={{ display: 'grid', gap: 2.5 }}>
            <Terms terms={terms.data} />
            <Agree terms={terms.data} userPlanId={userPlanId} purpose={purpose} />
          </Box>
        )}
        <Box sx={{ mt: 2 }}>
          <PageLink to="/plan">{text('backToPlans')}</PageLink>
        </Box>
      </Panel>
    </Box>
  );
}

function Terms({ terms }: { terms: CheckoutTerms }) {
  const text = useText('plan');
  const { planName, tradingLimit, renews, endsAt, installation, firstPayment, laterPayments, totalToday, firstYear } = terms;
  const { chargedBy, firstChargedAt, beginsAt, campaignEndsAt, dropsChangeTo, isLimitUsedUp, isAboveNextLimit, volume, purpose } = terms;
  const atOnce = (at: string | null, otherwise: string): string => (at === null ? otherwise : formatDay(at));
  return (
    <>
      <FactList
        label={text('checkout')}
        beside
        sx={{ rowGap: 1.25 }}
        facts={[
          { name: text('what'), value: text(`purpose_${purpose}`) },
          { name: text('name'), value: planName },
          { name: text('limit'), value: limitText(tradingLimit, text) },
          {
            name: text('term'),
            value: termText({ renews, endsAt }, text),
          },
          { name: text('installation'), value: yen(installation) },
          { name: text('firstMonth'), value: yen(firstPayment - installation) },
          { name: text('laterPayments'), value: yen(laterPayments) },
          { name: text('totalToday'), value: <strong>{yen(totalToday)}</strong> },
          { name: text('firstYear'), value: yen(firstYear) },
          {
            name: text('charged'),
            value:
              chargedBy === null
                ? text('nothingCharged')
                : text('chargedBy', { provider: providerName(chargedBy), at: atOnce(firstChargedAt, text('now')) }),
          },
          { name: text('begins'), value: atOnce(beginsAt, text('beginsNow')) },
          ...(campaignEndsAt === null ? [] : [{ name: text('campaignUntil'), value: formatDate(campaignEndsAt) }]),
          ...(dropsChangeTo === null ? [] : [{ name: text('dropsChange'), value: text('dropsChangeTo', { name: dropsChangeTo }) }]),
          { name: text('cancelling'), value: text('cancellingHow') },
        ]}
      />
      <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{text('taxIncluded')}</Box>
      {isLimitUsedUp && <Problem>{text('limitUsedUp')}</Problem>}
      {isAboveNextLimit && (
        <Banner severity="warning" title={text('aboveNextLimit', { volume: formatNumber(volume, { digits: 0 }) })}>
          {text('aboveNextLimitHelp')}
        </Banner>
      )}
    </>
  );
}

interface AgreeProps {
  readonly terms: CheckoutTerms;
  readonly userPlanId: string;
  readonly purpose: Purpose;
}

/**
 * A new subscription is agreed to behind the provider's button. A change is agreed to on the provider's own page, and so is
 * everything where the button does not come.
 */
function Agree({ terms, userPlanId, purpose }: AgreeProps) {
  const text = useText('plan');
  const uiText = useText('ui');
  const client = useClient();
  const failures = useText('failures');
  const errorText = useErrorText();
  const failed = useFailureToast();
  const confirm = useConfirm();
  const begin = async () => {
    const approval = await client.call(startCheckout, { body: { userPlanId, purpose } });
    keepPurchase({ userPlanId, purpose, paypalSubscriptionId: approval.paypalSubscriptionId });
    return approval;
  };
  const goOn = useAction({
    mutationFn: begin,
    onSuccess: ({ approveUrl, paypalSubscriptionId }) => {
      if (approveUrl !== null) location.assign(approveUrl);
      else confirm.mutate({ userPlanId, purpose, paypalSubscriptionId });
    },
    onError: (error) => failed(error, failures('failedUpdatePlan')),
  });
  const error = confirm.error ?? goOn.error;
  if (terms.buttonScript === null)
    return (
      <Box>
        {error && <Problem mb={2}>{errorText(error)}</Problem>}
        <Button
          variant="contained"
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ userPlanId, purpose, paypalSubscriptionId: null })}
        >
          {text('agree')}
        </Button>
      </Box>
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      {error && <Problem>{errorText(error)}</Problem>}
      {confirm.error && !isFinal(confirm.error) && (
        <Button variant="outlined" loading={confirm.isPending} onClick={() => confirm.variables && confirm.mutate(confirm.variables)}>
          {uiText('retry')}
        </Button>
      )}
      {purpose !== 'change' && (
        <PayButton
          script={terms.buttonScript}
          begin={async () => (await begin()).paypalSubscriptionId}
          onApproved={(paypalSubscriptionId) => confirm.mutate({ userPlanId, purpose, paypalSubscriptionId })}
        />
      )}
      {confirm.isPending && <Box role="status">{text('confirming')}</Box>}
      <Button
        variant={purpose === 'change' ? 'contained' : 'text'}
        loading={goOn.isPending}
        disabled={confirm.isPending}
        onClick={() => goOn.mutate()}
      >
        {text(purpose === 'change' ? 'agreeAtProvider' : 'goToProvider', { provider: providerName(terms.chargedBy) })}
      </Button>
    </Box>
  );
}
