export { createFakeServer, type FakeServer, organizationId, refusal } from './fake-server.ts';
export { closePages, openPage } from './open-page.ts';
