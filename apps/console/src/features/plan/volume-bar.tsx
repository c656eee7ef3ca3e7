import Box from '@mui/material/Box';
import type { getOwnVolumeUse, RouteReply } from '@tenbin/contract';
import { formatNumber } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const usd = (amount: number): string => formatNumber(amount, { digits: 2 });

/** How much of the plan's trading volume is used: green, and red from 80 % on. */
export function VolumeBar({ use }: { use: RouteReply<typeof getOwnVolumeUse> }) {
  const text = useText('plan');
  const { used, limit, rest, consumption, isNearlyUsedUp } = use;
  if (limit === null || rest === null || consumption === null)
    return (
      <Box sx={{ fontSize: 14 }}>
        {text('volumeUsed', { used: usd(used) })} · {text('noUpperLimit')}
      </Box>
    );
  const share = Math.floor(consumption * 10) / 10;
  return (
    <Box sx={{ fontSize: 14, display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', columnGap: 2 }}>
        <span>{text('volumeOf', { used: usd(used), limit: usd(limit), share })}</span>
        <Box component="span" sx={{ color: isNearlyUsedUp ? 'error.main' : 'text.secondary' }}>
          {text('volumeRest', { rest: usd(rest) })}
        </Box>
      </Box>
      <Box
        role="meter"
        aria-label={text('volume')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, share)}
        aria-valuetext={text('volumeOf', { used: usd(used), limit: usd(limit), share })}
        sx={{ height: 8, borderRadius: 1, bgcolor: 'action.hover', overflow: 'hidden' }}
      >
        <Box sx={{ height: '100%', width: Math.min(1, consumption / 100), bgcolor: isNearlyUsedUp ? 'error.main' : 'success.main' }} />
      </Box>
    </Box>
  );
}
