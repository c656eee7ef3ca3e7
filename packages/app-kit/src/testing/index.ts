export { createFakeServer, type FakeServer, idOf, organizationId, refusal } from './fake-server.ts';
export { closePages, leavePages, openPage } from './open-page.ts';
