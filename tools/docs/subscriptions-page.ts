import { ownEvents, providerEvents, type SubscriptionState, subscriptionEffects, subscriptionStates, transitions } from '@tenbin/billing';

const states: Readonly<Record<SubscriptionState, string>> = {
  approvalPending: 'made or approved at the provider, not active; bots may not run',
  active: 'paid; bots may run',
  paymentFailed: 'a payment stands out; bots run until the grace is over',
  suspended: 'suspended at the provider; bots are stopped, `BY_PAYMENT_FAILED`',
  cancelled: 'ended by the user, an administrator or the provider; bots are stopped, `NO_SUBSCRIPTION`',
  expired: 'the plan’s or the subscription’s end came; bots are stopped, `NO_SUBSCRIPTION`',
};

/** What becomes of a subscription. */
export function subscriptionsPage(): string {
  const events = [...providerEvents, ...ownEvents];
  return [
    '# Subscriptions',
    '',
    '*Made from `packages/billing` by `npm run docs`; a test holds the two together.*',
    '',
    'The provider’s events are hints: each leads to a look at the provider’s own subscription, and what that says counts. What happened according to it comes as the first six events below; the others are a payment taken back, that payment reinstated since its dispute ended, and what our own clock brings. While another payment stays taken back, reinstating one changes nothing. An event that is late, or told twice, changes nothing.',
    '',
    '| state | means |',
    '| --- | --- |',
    ...subscriptionStates.map((state) => `| \`${state}\` | ${states[state]} |`),
    '',
    `| event | from ${subscriptionStates.map((state) => `\`${state}\``).join(' | ')} |`,
    `| --- | ${subscriptionStates.map(() => '---').join(' | ')} |`,
    ...events.map((event) => `| \`${event}\` | ${subscriptionStates.map((state) => cell(state, event)).join(' | ')} |`),
    '',
    'What is to be done once the new state is stored:',
    '',
    ...Object.entries(subscriptionEffects).map(([effect, means]) => `- \`${effect}\`: ${means}`),
    '',
  ].join('\n');
}

function cell(from: SubscriptionState, event: (typeof providerEvents)[number] | (typeof ownEvents)[number]): string {
  const { to, effects } = transitions[from][event];
  const parts = [...(to === from ? [] : [`**${to}**`]), ...effects.map((effect) => `\`${effect}\``)];
  return parts.length === 0 ? '–' : parts.join('<br>');
}
