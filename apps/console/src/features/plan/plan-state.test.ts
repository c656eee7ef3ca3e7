import type { Mapped, UserPlan } from '@tenbin/contract';
import { expect, test } from 'vitest';
import { changePlanState, noPlanState, type PlanChange } from './plan-state.ts';

const plan = { id: 'p1', name: 'Campaign' } as Mapped<UserPlan>;
const after = (...changes: readonly PlanChange[]) => changes.reduce(changePlanState, noPlanState);

test('a code that is taken selects its plan', () => {
  expect(after({ kind: 'codeRequested' }, { kind: 'codeTaken', plan })).toEqual({
    selectedUserPlanId: 'p1',
    planFromCampaignCode: plan,
    campaignCodeErrorType: null,
  });
});

test('why a code was refused is forgotten with the next request, and not before', () => {
  const refused = after({ kind: 'codeRequested' }, { kind: 'codeRefused', type: 'codeExpired' });
  expect(refused.campaignCodeErrorType).toBe('codeExpired');
  expect(changePlanState(refused, { kind: 'plansFetched' }).campaignCodeErrorType).toBe('codeExpired');
  expect(changePlanState(refused, { kind: 'codeRequested' }).campaignCodeErrorType).toBeNull();
});

test('fetching all plans resets the plan of a code; what is selected stays', () => {
  expect(after({ kind: 'codeTaken', plan }, { kind: 'plansFetched' })).toMatchObject({
    planFromCampaignCode: null,
    selectedUserPlanId: 'p1',
  });
});

test('a plan that is chosen is the one selected, also after a code', () => {
  expect(after({ kind: 'codeTaken', plan }, { kind: 'planSelected', id: 'p2' }).selectedUserPlanId).toBe('p2');
});
