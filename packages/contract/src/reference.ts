export { faultsOf, openApiOf } from './openapi.ts';
export { allRoutes } from './routes.ts';
