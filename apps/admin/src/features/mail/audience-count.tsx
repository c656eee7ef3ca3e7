import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { leftOutReasons } from '@tenbin/accounts';
import { query } from '@tenbin/app-kit';
import { countRecipients, type Mapped, type RouteReply, type UserFilter } from '@tenbin/contract';
import { Failure, useLanguage } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { Draft } from './draft.ts';

type Count = Mapped<RouteReply<typeof countRecipients>>;

/** How many it would reach now; never older than the page that asks. */
export const useAudienceCount = (audience: UserFilter, kind: Draft['kind']): UseQueryResult<Count> =>
  useQuery({ ...query(countRecipients, { body: { audience, kind } }), staleTime: 0 });

export function AudienceCount({ count }: { readonly count: UseQueryResult<Count> }) {
  const text = useText('mail');
  const isJapanese = useLanguage() === 'ja';
  if (count.isLoadingError) return <Failure what={text('audience')} error={count.error} onRetry={() => void count.refetch()} />;
  const { data } = count;
  const leftOut = leftOutReasons.flatMap((reason) => {
    const many = data?.leftOut[reason] ?? 0;
    return many > 0 ? [text(`leftOut_${reason}`, { count: many })] : [];
  });
  return (
    <Box role="status" sx={{ fontSize: 14, minHeight: 66 }}>
      <Typography sx={{ fontWeight: 600 }}>{data ? text('willReach', { count: data.count }) : text('counting')}</Typography>
      {leftOut.length > 0 && <Typography variant="body2">{text('leftOut', { list: leftOut.join(isJapanese ? '、' : ', ') })}</Typography>}
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('frozen')}
      </Typography>
    </Box>
  );
}
