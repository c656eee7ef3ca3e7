import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import Typography from '@mui/material/Typography';
import { CrossIcon, decimals, Figure, formatAmount, HelpIcon, SmallTable, useErrorText, YesIcon } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { Holding, KeyCheck, Rights } from './use-key-check.ts';

/** What the exchange said about the key: its rights and what its account holds. */
export function KeyCheckPanel({ check, onRetry }: { check: KeyCheck; onRetry: () => void }) {
  const text = useText('setup');
  const uiText = useText('ui');
  const errorText = useErrorText();
  switch (check.state) {
    case 'incomplete':
      return null;
    case 'checking':
      return (
        <Alert severity="info" role="status" icon={<CircularProgress size={18} aria-hidden />}>
          {text('checking')}
        </Alert>
      );
    case 'refused':
      return (
        <Alert
          severity="error"
          role="alert"
          action={
            <Button color="inherit" onClick={onRetry}>
              {uiText('retry')}
            </Button>
          }
        >
          {errorText(check.error)}
        </Alert>
      );
    case 'accepted':
      return (
        <Box role="status" sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 2, display: 'grid', gap: 1.5 }}>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'success.main', fontWeight: 600, fontSize: 14 }}>
            <YesIcon fontSize="small" aria-hidden />
            {text('accepted')}
          </Box>
          <RightList rights={check.rights} />
          <WalletTable wallet={check.wallet} />
        </Box>
      );
    default:
      return check satisfies never;
  }
}

const rightNames = { read: 'rightRead', trade: 'rightTrade', withdraw: 'rightWithdraw', transfer: 'rightTransfer' } as const;

function RightList({ rights }: { rights: Rights }) {
  const text = useText('setup');
  return (
    <Box
      component="ul"
      aria-label={text('rights')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', columnGap: 2.5, rowGap: 0.5, fontSize: 14 }}
    >
      {(Object.keys(rightNames) as (keyof Rights)[]).map((name) => {
        const right = rights[name];
        const Icon = right === 'unknown' ? HelpIcon : right ? YesIcon : CrossIcon;
        return (
          <Box component="li" key={name} sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5 }}>
            <Icon aria-hidden sx={{ fontSize: 16, color: 'text.secondary' }} />
            {text(rightNames[name])}: {text(right === 'unknown' ? 'rightUnknown' : right ? 'rightYes' : 'rightNo')}
          </Box>
        );
      })}
    </Box>
  );
}

function WalletTable({ wallet }: { wallet: readonly Holding[] }) {
  const text = useText('setup');
  const held = wallet.filter(({ total }) => Number(total) > 0);
  if (held.length === 0) return <Typography variant="body2">{text('walletEmpty')}</Typography>;
  return (
    <SmallTable
      label={text('wallet')}
      maxHeight={240}
      heads={[text('currency'), text('amount'), text('worth')]}
      rows={held.map(({ currency, total, usd }) => ({
        key: currency,
        cells: [currency, formatAmount(total), <Figure key="worth" value={usd} digits={decimals.worth} reason={text('noPrice')} />],
      }))}
    />
  );
}
