import Button from '@mui/material/Button';
import { getRouteApi } from '@tanstack/react-router';
import { Banner, Panel, useErrorText } from '@tenbin/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../../app/text.ts';
import { findPurchase } from './pending-purchase.ts';
import { isFinal, useConfirm } from './use-confirm.ts';

const route = getRouteApi('/shell/plan');

/** For whoever comes back from the provider: what they agreed to is confirmed by asking it. */
export function Confirmation() {
  const text = useText('plan');
  const uiText = useText('ui');
  const failures = useText('failures');
  const errorText = useErrorText();
  const { checkout, subscription_id: id } = route.useSearch();
  const confirm = useConfirm();
  const purchase = checkout === 'approved' ? findPurchase(id) : null;
  const isBegun = useRef(false);
  const again = () => purchase && confirm.mutate(purchase);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    again();
  });
  if (checkout === 'declined')
    return (
      <Banner severity="info" title={text('declined')}>
        {text('declinedHelp')}
      </Banner>
    );
  if (checkout !== 'approved') return null;
  if (confirm.error)
    return (
      <Banner
        severity="error"
        title={failures('failedUpdatePlan')}
        action={!isFinal(confirm.error) && <Button onClick={again}>{uiText('retry')}</Button>}
      >
        {errorText(confirm.error)}
      </Banner>
    );
  return (
    <Panel>
      <span role="status">{text(purchase ? 'confirming' : 'confirmedLater')}</span>
    </Panel>
  );
}
