import { useQuery } from '@tanstack/react-query';
import { type ActionFlag, nextStep, onboardingSteps } from '@tenbin/accounts';
import { query } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { getSelf, type Mapped, type User } from '@tenbin/contract';
import { useState } from 'react';
import { useBots } from '../bots/use-bots.ts';

export type GuideStep = 'details' | 'plan' | 'bot' | 'start' | 'again';

/** One step of the way in, as it stands. */
export interface StepState {
  readonly step: GuideStep;
  readonly isDone: boolean;
}

/** Where each is taken, but for the last, which comes by itself. */
export const pageOfStep = { details: '/account', plan: '/plan', bot: '/bots/new', start: '/bots/' } as const satisfies Record<
  Exclude<GuideStep, 'again'>,
  string
>;

/**
 * The way in for a user: what is done is what really happened. Who has paid, or need not, chooses no plan; an account that is
 * for referrals only runs no bots, and needs neither.
 */
function stepsOf(
  self: Pick<Mapped<User>, 'actionFlags' | 'isAffiliate' | 'isPaid' | 'subscription'>,
  bots: readonly BotView[],
): StepState[] {
  const has = (flag: ActionFlag) => self.actionFlags.includes(flag);
  const details: StepState = { step: 'details', isDone: has('AccountInfoCompleted') };
  if (self.isAffiliate) return [details];
  const needsPlan = !self.isPaid || self.subscription !== null;
  return [
    details,
    ...(needsPlan ? [{ step: 'plan' as const, isDone: self.isPaid || has('PlanSelectionCompleted') }] : []),
    { step: 'bot', isDone: has('BotSetupCompleted') || bots.length > 0 },
    { step: 'start', isDone: bots.some(({ startDate }) => startDate !== null) },
    { step: 'again', isDone: has('SecondLoginCompleted') },
  ];
}

/** Where somebody goes on who has just completed a step; null where nothing is left for them to do now. */
export function pageAfter({
  actionFlags,
  isAffiliate,
  isPaid,
}: Pick<Mapped<User>, 'actionFlags' | 'isAffiliate' | 'isPaid'>): '/account' | '/plan' | '/bots/new' | null {
  const next = nextStep(actionFlags as ActionFlag[], { isPaid });
  if (next === onboardingSteps.AccountInfoCompleted) return pageOfStep.details;
  if (isAffiliate) return null;
  if (next === onboardingSteps.PlanSelectionCompleted) return pageOfStep.plan;
  return next === onboardingSteps.BotSetupCompleted ? pageOfStep.bot : null;
}

/** What the guide shows, with what it is made of: waiting and failures are the reader's to tell. */
export function useOnboarding() {
  const self = useQuery(query(getSelf, {}));
  const bots = useBots();
  const failed = [self, bots].find(({ isLoadingError }) => isLoadingError);
  const steps = self.data && bots.data ? stepsOf(self.data, bots.data) : null;
  return { steps, failed, userId: self.data?.id };
}

/** Whether a user has put the guide away in this browser. */
export function useDismissal(userId: string | undefined) {
  const name = `guide-dismissed ${userId}`;
  const [, notice] = useState(0);
  const set = (isDismissed: boolean): void => {
    if (isDismissed) localStorage.setItem(name, '1');
    else localStorage.removeItem(name);
    notice((count) => count + 1);
  };
  return [userId !== undefined && localStorage.getItem(name) !== null, set] as const;
}
