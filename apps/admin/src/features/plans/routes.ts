import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';

const section = createSection({ id: 'plans', needs: 'plans', words: ['plans'] });
const fetchPages = () => import('./pages.ts');
const below = { getParentRoute: () => section } as const;

const plans = createRoute({ ...below, path: '/plans', component: lazyPage(fetchPages, 'PlansPage') });
const newPlan = createRoute({ ...below, path: '/plans/new', component: lazyPage(fetchPages, 'NewPlanPage') });
const plan = createRoute({ ...below, path: '/plans/$id', component: lazyPage(fetchPages, 'PlanPage') });

export const plansSection = section.addChildren([plans, newPlan, plan]);
