/** Fetched in one file. */
export { NewPlanPage } from './new-plan-page.tsx';
export { PlanPage } from './plan-page.tsx';
export { PlansPage } from './plans-page.tsx';
