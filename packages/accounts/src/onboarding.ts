import { type Accepted, type Refused, refused } from './refusal.ts';

/** What a user has completed, in the order of the way through the product. Names as the API has them. */
export const actionFlags = ['AccountInfoCompleted', 'PlanSelectionCompleted', 'BotSetupCompleted', 'SecondLoginCompleted'] as const;
export type ActionFlag = (typeof actionFlags)[number];

/** The same as steps. */
export const onboardingSteps = {
  AccountInfoCompleted: 'ACCOUNT_INFO_COMPLETED',
  PlanSelectionCompleted: 'PLAN_SELECTION_COMPLETED',
  BotSetupCompleted: 'BOT_SETUP_COMPLETED',
  SecondLoginCompleted: 'SECOND_LOGIN_COMPLETED',
} as const satisfies Record<ActionFlag, string>;
export type OnboardingStep = (typeof onboardingSteps)[ActionFlag];

export const isActionFlag = (value: string): value is ActionFlag => (actionFlags as readonly string[]).includes(value);

/** Any other value is refused, and then none is taken. Each flag once, in the order of the way. */
export function parseActionFlags(
  values: readonly string[],
): (Accepted & { readonly flags: readonly ActionFlag[] }) | Refused<'invalidActionFlags'> {
  const unknown = values.filter((value) => !isActionFlag(value));
  if (unknown.length > 0) return refused('invalidActionFlags', { unknown: unknown.map((value) => value.slice(0, 60)) });
  return { ok: true, flags: actionFlags.filter((flag) => values.includes(flag)) };
}

/** What comes next; null where all is done. Who has paid, or need not pay, chooses no plan. */
export function nextStep(done: readonly ActionFlag[], { isPaid }: { isPaid: boolean }): OnboardingStep | null {
  const open = actionFlags.find((flag) => !done.includes(flag) && !(isPaid && flag === 'PlanSelectionCompleted'));
  return open ? onboardingSteps[open] : null;
}

/** Whether somebody has said who they are: both names are needed for a bill. */
export const isAccountInfoComplete = (user: { readonly firstName: string | null; readonly lastName: string | null }): boolean =>
  Boolean(user.firstName?.trim() && user.lastName?.trim());

/** Whether a sign-in is the one that completes the way: the first after a bot was set up. */
export const completesOnboarding = (done: readonly ActionFlag[]): boolean =>
  done.includes('BotSetupCompleted') && !done.includes('SecondLoginCompleted');
