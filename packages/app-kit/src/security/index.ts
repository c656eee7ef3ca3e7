export { FactorsPanel } from './factors-panel.tsx';
export { ProofForm } from './proof-form.tsx';
export { type SecurityRoutes, SecurityRoutesContext } from './security-routes.ts';
export { SessionsPanel } from './sessions-panel.tsx';
