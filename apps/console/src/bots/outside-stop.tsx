import Alert from '@mui/material/Alert';
import { useQuery } from '@tanstack/react-query';
import { query, useInstallation } from '@tenbin/app-kit';
import { type BotView, ReceiptWords } from '@tenbin/bot-views';
import { type ActiveStop, getSelf, type Mapped } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { useActiveStops } from './use-bots.ts';

const ofScope = { bot: 'stoppedBot', user: 'stoppedUser', organization: 'stoppedOrganization', platform: 'stoppedPlatform' } as const;
const ofReason = {
  NO_SUBSCRIPTION: 'stoppedNoPlan',
  BY_PAYMENT_FAILED: 'stoppedUnpaid',
  BY_TRADING_VOLUME_LIMIT: 'stoppedLimit',
} as const;
const reasonsInOrder = Object.keys(ofReason) as (keyof typeof ofReason)[];

/** The stop by somebody else that stands for a bot; undefined where there is none. */
export function useOutsideStop({ id, active }: BotView): Mapped<ActiveStop> | undefined {
  const stops = useActiveStops();
  return active ? undefined : stops.data?.find(({ bot }) => bot === id);
}

/** Why the plan does not let bots run; null where it does again. */
function useMissingPlan(): keyof typeof ofReason | null {
  const { data } = useQuery(query(getSelf, {}));
  if (!data) return null;
  const reasons: readonly string[] = data.subscription?.botStopReasons ?? (data.isPaid ? [] : ['NO_SUBSCRIPTION']);
  return reasonsInOrder.find((reason) => reasons.includes(reason)) ?? null;
}

/** Who stopped the bot besides its user, since when, what became of its orders, and what the user can do. */
export function OutsideStop({
  bot,
  stop: { by, scope, isSuspended, askedAt, state, receipt },
}: {
  bot: BotView;
  stop: Mapped<ActiveStop>;
}) {
  const text = useText('bots');
  const { brand } = useInstallation();
  const missing = useMissingPlan();
  const mayStart = !isSuspended && (by !== 'plan' || missing === null);
  const ofOthers =
    by !== 'platform' || scope !== 'organization' ? ofScope[scope] : isSuspended ? 'stoppedSuspended' : 'stoppedBySuspension';
  const title = by === 'user' ? 'stoppedOwn' : by !== 'plan' ? ofOthers : missing === null ? 'stoppedPlan' : ofReason[missing];
  return (
    <Alert severity={state === 'confirmed' ? 'info' : 'warning'} role="status">
      <strong>{text(title, { brand: brand.name })}</strong>
      <br />
      {receipt ? <ReceiptWords receipt={receipt} /> : `${text('stoppedSince', { at: formatDate(askedAt) })} ${text(`outside${state}`)}`}
      {bot.state === 'stopped' && mayStart && ` ${text('stoppedStartAgain')}`}
    </Alert>
  );
}
