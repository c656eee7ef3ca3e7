import Button from '@mui/material/Button';
import { useNavigate } from '@tanstack/react-router';
import { PageTitle } from '@tenbin/app-kit';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useBots } from '../../bots/use-bots.ts';
import { BotRow } from './bot-row.tsx';

export function BotListPage() {
  const text = useText('bots');
  const navigate = useNavigate();
  const bots = useBots();
  const add = () => void navigate({ to: '/bots/new' });
  const none = bots.data?.length === 0;
  return (
    <>
      <PageTitle
        title={text('title')}
        action={
          !none && (
            <Button variant="outlined" onClick={add}>
              {text('newBot')}
            </Button>
          )
        }
      />
      {bots.data && !none ? (
        <ul aria-label={text('bots')} style={{ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 16 }}>
          {bots.data.map((bot) => (
            <BotRow key={bot.id} bot={bot} />
          ))}
        </ul>
      ) : (
        <Panel flush>
          {bots.isPending && <Loading what={text('bots')} rows={2} height={96} />}
          {bots.isLoadingError && <Failure what={text('bots')} error={bots.error} onRetry={() => void bots.refetch()} />}
          {none && (
            <Empty
              title={text('emptyTitle')}
              action={
                <Button variant="contained" onClick={add}>
                  {text('emptyAction')}
                </Button>
              }
            >
              {text('emptyHelp')}
            </Empty>
          )}
        </Panel>
      )}
    </>
  );
}
