export { createFakeServer, type FakeServer, organizationId, refusal } from './fake-server.ts';
export { closePages, leavePages, openPage } from './open-page.ts';
