import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { getSelf, listOwnExchanges } from '@tenbin/contract';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { PageLink } from '../../app/page-link.tsx';
import { PageTitle } from '../../app/page-title.tsx';
import { query } from '../../app/query.ts';
import { useText } from '../../app/text.ts';
import { BotNotFound } from '../../bots/bot-not-found.tsx';
import { useBots } from '../../bots/bot-view.ts';
import { SetupForm } from './setup-form.tsx';

const editRoute = getRouteApi('/shell/bots/$botId/edit');

export function NewBotPage() {
  const text = useText('setup');
  const self = useQuery(query(getSelf, {}));
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const failed = [exchanges, self].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageTitle title={text('titleNew')} />
      {!failed && (exchanges.isPending || self.isPending) && <Waiting />}
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
      {self.data && exchanges.data && exchanges.data.length > 0 && (
        <SetupForm key="new" owner={self.data.id} bot={null} exchanges={exchanges.data} />
      )}
      {self.data && !self.data.isPaid && <PaymentDialog />}
    </>
  );
}

export function EditBotPage() {
  const text = useText('setup');
  const { botId } = editRoute.useParams();
  const self = useQuery(query(getSelf, {}));
  const bots = useBots();
  const exchanges = useQuery(query(listOwnExchanges, {}));
  const bot = bots.data?.find(({ id }) => id === botId);
  if (bots.data && !bot) return <BotNotFound />;
  const failed = [bots, exchanges, self].find(({ isLoadingError }) => isLoadingError);
  return (
    <>
      <PageTitle title={text('titleEdit', { name: bot?.name ?? '' })} />
      {!failed && (!bot || (bot.state === 'stopped' && (exchanges.isPending || self.isPending))) && <Waiting />}
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
      {bot?.state === 'stopped' && self.data && exchanges.data && (
        <SetupForm key={bot.id} owner={self.data.id} bot={bot} exchanges={exchanges.data} />
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
  const navigate = useNavigate();
  return (
    <Dialog open role="alertdialog" aria-labelledby="payment-title" aria-describedby="payment-text">
      <DialogTitle id="payment-title">{text('blockedTitle')}</DialogTitle>
      <DialogContent id="payment-text">{text('blockedText')}</DialogContent>
      <DialogActions>
        <Button onClick={() => void navigate({ to: '/' })}>{text('toDashboard')}</Button>
      </DialogActions>
    </Dialog>
  );
}
