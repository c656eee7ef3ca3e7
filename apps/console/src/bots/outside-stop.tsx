import Alert from '@mui/material/Alert';
import { useInstallation } from '@tenbin/app-kit';
import { type BotView, ReceiptWords } from '@tenbin/bot-views';
import type { ActiveStop, Mapped } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { useActiveStops } from './use-bots.ts';

const ofScope = { bot: 'stoppedBot', user: 'stoppedUser', organization: 'stoppedOrganization', platform: 'stoppedPlatform' } as const;

/** The stop by somebody else that stands for a bot; undefined where there is none. */
export function useOutsideStop({ id, active }: BotView): Mapped<ActiveStop> | undefined {
  const stops = useActiveStops();
  return active ? undefined : stops.data?.find(({ bot }) => bot === id);
}

/** Who stopped the bot besides its user, since when, what became of its orders, and what the user can do. */
export function OutsideStop({ bot, stop: { by, scope, askedAt, state, receipt } }: { bot: BotView; stop: Mapped<ActiveStop> }) {
  const text = useText('bots');
  const { brand } = useInstallation();
  return (
    <Alert severity={state === 'confirmed' ? 'info' : 'warning'} role="status">
      <strong>{text(by === 'user' ? 'stoppedOwn' : ofScope[scope], { brand: brand.name })}</strong>
      <br />
      {receipt ? <ReceiptWords receipt={receipt} /> : `${text('stoppedSince', { at: formatDate(askedAt) })} ${text(`outside${state}`)}`}
      {bot.state === 'stopped' && ` ${text('stoppedStartAgain')}`}
    </Alert>
  );
}
