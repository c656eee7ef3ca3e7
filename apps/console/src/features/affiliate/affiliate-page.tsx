import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { referralStates } from '@tenbin/accounts';
import { PageTitle, query, useInstallation } from '@tenbin/app-kit';
import { getAffiliateCode, getSelf, listReferrals, type Mapped, type RouteReply } from '@tenbin/contract';
import { Empty, FactList, Failure, Figure, formatDate, Loading, Panel, SmallTable, useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

export function AffiliatePage() {
  const text = useText('affiliate');
  const { features, links } = useInstallation().brand;
  const self = useQuery(query(getSelf, {}));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      {features.affiliate ? (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {self.data?.isAffiliate && <Alert severity="info">{text('referralsOnly')}</Alert>}
          <Panel
            title={text('invite')}
            action={
              links.affiliate && (
                <Link href={links.affiliate} target="_blank" rel="noopener">
                  {text('about')}
                </Link>
              )
            }
          >
            <Invitation />
          </Panel>
          <Panel title={text('referrals')}>
            <Referrals />
          </Panel>
        </Box>
      ) : (
        <Panel>
          <Empty title={text('notOffered')} />
        </Panel>
      )}
    </Box>
  );
}

function Invitation() {
  const text = useText('affiliate');
  const toast = useToast();
  const own = useQuery(query(getAffiliateCode, {}));
  if (own.isPending) return <Loading what={text('invite')} rows={2} height={48} />;
  if (own.isLoadingError) return <Failure what={text('invite')} error={own.error} onRetry={() => void own.refetch()} />;
  const { code, url } = own.data;
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    toast('success', text('copied'));
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography variant="body2">{text('lead')}</Typography>
      <FactList
        facts={[
          { name: text('code'), value: <strong>{code}</strong> },
          { name: text('url'), value: <Link href={url}>{url}</Link> },
        ]}
        sx={{ gap: 1.5, '& dd': { overflowWrap: 'anywhere' } }}
      />
      <Button variant="contained" onClick={() => void copy().catch(() => toast('error', text('notCopied')))}>
        {text('copy')}
      </Button>
    </Box>
  );
}

function Referrals() {
  const text = useText('affiliate');
  const found = useQuery(query(listReferrals, {}));
  if (found.isPending) return <Loading what={text('referrals')} rows={4} height={40} />;
  if (found.isLoadingError) return <Failure what={text('referrals')} error={found.error} onRetry={() => void found.refetch()} />;
  const { counts, referrals } = found.data;
  if (counts.signedUp === 0) return <Empty title={text('none')}>{text('noneHelp')}</Empty>;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <FactList
        facts={referralStates.map((state) => ({ name: text(state), value: <Figure value={counts[state]} digits={0} size="large" /> }))}
        sx={{ gap: 2, gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, 1fr)' } }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('anonymous')}
      </Typography>
      <ReferralTable referrals={referrals} />
    </Box>
  );
}

function ReferralTable({ referrals }: Pick<Mapped<RouteReply<typeof listReferrals>>, 'referrals'>) {
  const text = useText('affiliate');
  return (
    <SmallTable
      lined
      label={text('referrals')}
      heads={[text('at'), text('state')]}
      rows={referrals.map(({ signedUpAt, state }, place) => ({
        key: `${signedUpAt} ${place}`,
        cells: [formatDate(signedUpAt), text(state)],
      }))}
    />
  );
}
