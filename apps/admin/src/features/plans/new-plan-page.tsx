import { useNavigate } from '@tanstack/react-router';
import { PageTitle, useCallForm } from '@tenbin/app-kit';
import { createUserPlan } from '@tenbin/contract';
import { useToast } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useTimeZone } from '../../app/use-self.ts';
import { emptyPlan, PlanForm, termsOf, usePlansChanged } from './plan-form.tsx';
import { usePlanProblems } from './use-plan-problems.ts';

export function NewPlanPage() {
  const text = useText('plans');
  const toast = useToast();
  const navigate = useNavigate();
  const changed = usePlansChanged();
  const timeZone = useTimeZone();
  const form = useCallForm(createUserPlan, {
    defaults: emptyPlan,
    input: (values) => ({ body: termsOf(values, { plan: null, timeZone }) }),
    problems: usePlanProblems(),
    onSuccess: ({ name }) => {
      toast('success', text('saved', { name }));
      changed();
      void navigate({ to: '/plans', ignoreBlocker: true });
    },
  });
  return (
    <>
      <PageTitle title={text('newPlan')} />
      <PlanForm form={form} timeZone={timeZone} />
    </>
  );
}
