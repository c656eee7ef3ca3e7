import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { deviceOf } from '@tenbin/accounts';
import { PageLink, query, useInstallation } from '@tenbin/app-kit';
import { BotState, ServiceFees } from '@tenbin/bot-views';
import {
  listBotsOfUser,
  listPaymentsOfUser,
  listRebalancesOfUser,
  listSessionsOfUser,
  listUserEvents,
  type Mapped,
  type UserEvent,
} from '@tenbin/contract';
import {
  decimals,
  Empty,
  Failure,
  Figure,
  formatDate,
  formatDay,
  formatHolding,
  formatYen,
  Loading,
  Panel,
  SmallTable,
  unknownFigure,
} from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useActNames } from '../../app/act-names.ts';
import { useText } from '../../app/text.ts';
import { EventFacts } from './event-facts.tsx';
import { MoreList } from './more-list.tsx';

interface Props {
  readonly userId: string;
}

export function BotsOfUser({ userId }: Props) {
  const text = useText('users');
  return (
    <Part title={text('bots')} read={query(listBotsOfUser, { params: { id: userId } })} empty={text('noBots')}>
      {(bots) => (
        <SmallTable
          lined
          stacked
          label={text('bots')}
          heads={[text('bot'), text('state'), text('exchange'), 'bp']}
          rows={bots.map((bot) => ({
            key: bot.id,
            cells: [
              <PageLink key="name" to="/bots/$botId" params={{ botId: bot.id }}>
                {bot.name}
              </PageLink>,
              <BotState key="state" state={bot.state} autoStartRequested={bot.autoStartRequested} />,
              bot.exchange.name,
              <Figure key="profit" value={bot.startDate === null ? null : bot.basisPoint} digits={decimals.bps} change />,
            ],
          }))}
        />
      )}
    </Part>
  );
}

export function PaymentsOfUser({ userId }: Props) {
  const text = useText('users');
  const moneyText = useText('money');
  return (
    <MoreList title={text('payments')} route={listPaymentsOfUser} userId={userId} empty={text('noPayments')}>
      {(payments) => (
        <SmallTable
          lined
          stacked
          label={text('payments')}
          heads={[moneyText('date'), moneyText('type'), text('plan'), moneyText('result'), moneyText('amount')]}
          rows={payments.map(({ transactionId, date, planName, payment, type, result }) => ({
            key: `${transactionId}${type}${result}`,
            cells: [
              formatDay(date),
              moneyText(`type_${type as 'REFUND'}`),
              planName,
              moneyText(`result_${result as 'FAILED'}`),
              formatYen(payment),
            ],
          }))}
        />
      )}
    </MoreList>
  );
}

export function RebalancesOfUser({ userId }: Props) {
  const text = useText('users');
  const rebalanceText = useText('rebalance');
  return (
    <MoreList title={text('rebalances')} route={listRebalancesOfUser} userId={userId} empty={text('noRebalances')}>
      {(rebalances) => (
        <SmallTable
          lined
          stacked
          label={text('rebalances')}
          heads={[text('asked'), text('bot'), text('exchange'), rebalanceText('turnover'), rebalanceText('serviceFee'), text('state')]}
          rows={rebalances.map(({ id, bot, exchange, askedAt, status, turnover, failure }) => ({
            key: id,
            cells: [
              formatDate(askedAt),
              <PageLink key="bot" to="/bots/$botId" params={{ botId: bot.id }}>
                {bot.name}
              </PageLink>,
              exchange.name,
              turnover.map(({ amount, currency }) => `${formatHolding(amount, currency)} ${currency}`).join(', ') || unknownFigure,
              turnover.length > 0 ? <ServiceFees key="fees" turnover={turnover} /> : unknownFigure,
              <Box key="state" component="span" title={failure?.message} sx={{ color: failure ? 'error.main' : undefined }}>
                {rebalanceText(status)}
              </Box>,
            ],
          }))}
        />
      )}
    </MoreList>
  );
}

export function SessionsOfUser({ userId }: Props) {
  const text = useText('users');
  return (
    <Part title={text('sessions')} read={query(listSessionsOfUser, { params: { id: userId } })} empty={text('noSessions')}>
      {(sessions) => (
        <SmallTable
          lined
          stacked
          label={text('sessions')}
          heads={[text('device'), text('network'), text('signedIn'), text('lastSeen')]}
          rows={sessions.map(({ id, agent, address, createdAt, lastUsedAt }) => ({
            key: id,
            cells: [deviceOf(agent) ?? unknownFigure, address ?? unknownFigure, formatDate(createdAt), formatDate(lastUsedAt)],
          }))}
        />
      )}
    </Part>
  );
}

/** What was done by a user and to them, what they paid, and what they were mailed. */
export function TimelineOfUser({ userId }: Props) {
  const text = useText('users');
  return (
    <MoreList title={text('timeline')} route={listUserEvents} userId={userId} empty={text('noTimeline')} wide>
      {(events) => (
        <Box
          component="ol"
          aria-label={text('timeline')}
          sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14, '& li': { py: 1, borderTop: '1px solid', borderColor: 'divider' } }}
        >
          {events.map((event) => (
            <UserEventRow key={event.id} event={event} userId={userId} />
          ))}
        </Box>
      )}
    </MoreList>
  );
}

interface UserEventRowProps extends Props {
  readonly event: Mapped<UserEvent>;
}

function UserEventRow({ event, userId }: UserEventRowProps) {
  switch (event.kind) {
    case 'act':
      return <ActRow act={event} userId={userId} />;
    case 'payment':
      return <PaymentRow event={event} />;
    case 'mail':
      return <MailRow event={event} />;
    default:
      return event satisfies never;
  }
}

type EventOf<Kind extends UserEvent['kind']> = Extract<Mapped<UserEvent>, { readonly kind: Kind }>;

interface EventFrameProps {
  readonly at: string;
  readonly by: string;
  readonly children: ReactNode;
}

/** When, and by whom; below it what. */
function EventFrame({ at, by, children }: EventFrameProps) {
  return (
    <Box component="li" sx={{ overflowWrap: 'anywhere' }}>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {formatDate(at)} · {by}
      </Box>
      <br />
      {children}
    </Box>
  );
}

function PaymentRow({ event: { at, payment } }: { readonly event: EventOf<'payment'> }) {
  const text = useText('users');
  const moneyText = useText('money');
  const { type, result, planName, campaignCode } = payment;
  return (
    <EventFrame at={at} by={text('byPaypal')}>
      {moneyText(`type_${type as 'REFUND'}`)}{' '}
      <Box component="span" sx={{ color: result === 'FAILED' || result === 'REVERSED' ? 'error.main' : 'text.secondary' }}>
        {moneyText(`result_${result as 'FAILED'}`)}
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        {[formatYen(payment.payment), planName, campaignCode].filter((one) => one !== null && one !== '').join(' · ')}
      </Box>
    </EventFrame>
  );
}

function MailRow({ event: { at, about, status } }: { readonly event: EventOf<'mail'> }) {
  const text = useText('users');
  const nameText = useText('mailNames');
  const { trial } = useInstallation();
  return (
    <EventFrame at={at} by={text('byMail')}>
      {nameText(about as 'newDevice')}{' '}
      <Box component="span" sx={{ color: status === 'sent' || status === 'waiting' ? 'text.secondary' : 'error.main' }}>
        {text(`mail${status}`)}
      </Box>
      {status === 'waiting' && trial !== null && (
        <Box sx={{ color: 'text.secondary' }}>
          {text('mailInInbox')}{' '}
          <Link href={trial.inbox} target="_blank" rel="noopener">
            {text('openInbox')}
          </Link>
        </Box>
      )}
    </EventFrame>
  );
}

interface ActRowProps extends Props {
  readonly act: EventOf<'act'>;
}

function ActRow({ act: { at, actor, by, action, refusal, reason, facts }, userId }: ActRowProps) {
  const text = useText('users');
  const { actionOf, refusalOf } = useActNames();
  return (
    <EventFrame at={at} by={by ?? text(`actor${actor}`)}>
      {actionOf(action)}
      {refusal !== null && (
        <Box component="span" sx={{ color: 'error.main' }}>
          {' '}
          {text('refused', { why: refusalOf(refusal) })}
        </Box>
      )}
      <EventFacts facts={facts} userId={userId} />
      {reason !== null && <Box>{text('because', { reason })}</Box>}
    </EventFrame>
  );
}

interface PartProps<Row> {
  readonly title: string;
  readonly read: Parameters<typeof useQuery<Row[]>>[0];
  readonly empty: string;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** What a user has of something, whole: waiting, failed, none, some. */
function Part<Row>({ title, read, empty, children }: PartProps<Row>) {
  const rows = useQuery<Row[]>(read);
  return (
    <Panel title={title}>
      {rows.isPending && <Loading what={title} />}
      {rows.isLoadingError && <Failure what={title} error={rows.error} onRetry={() => void rows.refetch()} />}
      {rows.data?.length === 0 && <Empty title={empty} />}
      {rows.data && rows.data.length > 0 && children(rows.data)}
    </Panel>
  );
}
