export { apiInfo, errorsOf, openApiOf } from './openapi.ts';
export { route } from './route.ts';
export { allRoutes } from './routes.ts';
