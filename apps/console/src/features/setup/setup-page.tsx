import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import {
  type Exchange,
  type ExchangeAccount,
  getOwnOrganization,
  getSelf,
  listExchangeAccounts,
  listOwnExchanges,
  type Mapped,
} from '@tenbin/contract';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { BotNotFound } from '../../bots/bot-not-found.tsx';
import { useBots } from '../../bots/use-bots.ts';
import { firstAccountOf } from './draft.ts';
import { exchangesOfPlan } from './exchanges-of-plan.ts';
import { SetupForm } from './setup-form.tsx';

const newRoute = getRouteApi('/shell/bots/new');
const editRoute = getRouteApi('/shell/bots/$botId/edit');

export function NewBotPage() {
  const text = useText('setup');
  const self = useQuery(query(getSelf, {}));
  const organization = useQuery(query(getOwnOrganization, {}));
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const accounts = useQuery(query(listExchangeAccounts, {}));
  const proposal = useProposal(exchanges.data, accounts.data);
  const failed = [exchanges, accounts, self, organization].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageTitle title={text('titleNew')} />
      {!failed && (exchanges.isPending || accounts.isPending || self.isPending || organization.isPending) && <Waiting />}
      {failed && (
        <Panel>
          <Failure what={text('titleNew')} error={failed.error} onRetry={() => void failed.refetch()} />
        </Panel>
      )}
      {exchanges.data?.length === 0 && (
        <Panel>
          <Empty title={text('noExchange')}>{text('noExchangeHelp')}</Empty>
        </Panel>
      )}
      {self.data && organization.data && accounts.data && exchanges.data && exchanges.data.length > 0 && (
        <SetupForm
          key="new"
          owner={self.data.id}
          bot={null}
          exchanges={exchangesOfPlan(exchanges.data, self.data, organization.data)}
          accounts={accounts.data}
          {...(proposal && { proposal })}
        />
      )}
      {self.data && (self.data.isAffiliate ? <AffiliateDialog /> : !self.data.isPaid && <PaymentDialog />)}
    </>
  );
}

/** What somebody tried out, to be set up: taken from the address once, so that what is changed afterwards is kept. */
function useProposal(exchanges: readonly Mapped<Exchange>[] | undefined, accounts: readonly Mapped<ExchangeAccount>[] | undefined) {
  const { exchange: exchangeId, pairs, width } = newRoute.useSearch();
  const exchange = exchanges?.find(({ id }) => id === exchangeId);
  if (!exchange || !accounts || pairs === undefined || width === undefined) return undefined;
  const offered = pairs.split(',').filter((pair) => exchange.availableCurrencyPairs.some(({ name }) => name === pair));
  return { exchangeId: exchange.id, accountId: firstAccountOf(exchange.id, accounts), pairs: offered, width };
}

export function EditBotPage() {
  const text = useText('setup');
  const { botId } = editRoute.useParams();
  const self = useQuery(query(getSelf, {}));
  const organization = useQuery(query(getOwnOrganization, {}));
  const bots = useBots();
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const accounts = useQuery(query(listExchangeAccounts, {}));
  const bot = bots.data?.find(({ id }) => id === botId);
  if (bots.data && !bot) return <BotNotFound />;
  const failed = [bots, exchanges, accounts, self, organization].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageTitle title={text('titleEdit', { name: bot?.name ?? '' })} />
      {!failed &&
        (!bot || (bot.state === 'stopped' && (exchanges.isPending || accounts.isPending || self.isPending || organization.isPending))) && (
          <Waiting />
        )}
      {failed && (
        <Panel>
          <Failure what={text('titleNew')} error={failed.error} onRetry={() => void failed.refetch()} />
        </Panel>
      )}
      {bot && bot.state !== 'stopped' && (
        <Alert severity="warning" action={<PageLink to="/bots/">{text('toBots')}</PageLink>} sx={{ mb: 2 }}>
          {text('mustStop')}
        </Alert>
      )}
      {bot?.state === 'stopped' && self.data && organization.data && exchanges.data && accounts.data && (
        <SetupForm
          key={bot.id}
          owner={self.data.id}
          bot={bot}
          exchanges={exchangesOfPlan(exchanges.data, self.data, organization.data)}
          // Its own is the one whose key it keeps.
          accounts={accounts.data.filter(({ bots: own }) => !own.some(({ id }) => id === bot.id))}
        />
      )}
    </>
  );
}

function Waiting() {
  const text = useText('setup');
  return (
    <Panel>
      <Loading what={text('exchanges')} rows={6} height={72} />
    </Panel>
  );
}

function PaymentDialog() {
  const text = useText('setup');
  return <BlockedDialog title={text('blockedTitle')} says={text('blockedText')} to="/plan" />;
}

function AffiliateDialog() {
  const text = useText('setup');
  return <BlockedDialog title={text('affiliateTitle')} says={text('affiliateText')} />;
}

/** @param to - where what is missing can be had */
function BlockedDialog({ title, says, to }: { title: string; says: string; to?: '/plan' }) {
  const text = useText('setup');
  const navigate = useNavigate();
  return (
    <Dialog open role="alertdialog" aria-labelledby="blocked-title" aria-describedby="blocked-text">
      <DialogTitle id="blocked-title">{title}</DialogTitle>
      <DialogContent id="blocked-text">{says}</DialogContent>
      <DialogActions>
        <Button autoFocus onClick={() => void navigate({ to: '/' })}>
          {text('toDashboard')}
        </Button>
        {to && (
          <Button variant="contained" onClick={() => void navigate({ to })}>
            {text('toPlans')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
