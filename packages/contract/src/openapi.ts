import { type CallCode, catalogue, statuses } from '@tenbin/messages';
import * as z from 'zod/mini';
import { ErrorReply } from './error-reply.ts';
import { keyHeaders, mediaTypes, type Route, type Surface } from './route.ts';

type Json = { [key: string]: unknown };

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return json;
};

const sharedErrors = ['invalidInput', 'tooManyRequests', 'internal', 'databaseUnavailable'] as const satisfies readonly CallCode[];
const keyedErrors = ['signinRequired', 'sessionTimeout'] as const satisfies readonly CallCode[];
const limitedErrors = ['permissionMissing'] as const satisfies readonly CallCode[];
/** Of operators' calls, and of administrators' where their organization asks for a second factor. */
const factorErrors = ['twoFactorRequired'] as const satisfies readonly CallCode[];
/** Of whoever looks on as a user. */
const viewerErrors = ['viewingOnly'] as const satisfies readonly CallCode[];
const unsafeErrors = ['antiForgery', 'malformedBody', 'bodyTooLarge', 'unsupportedMediaType'] as const satisfies readonly CallCode[];

/** Everything that a call may be refused with: what it declares, and what it shares with others of its kind. */
export function errorsOf({
  errors: own,
  surface,
  optionalKey,
  needs,
  beforeFactor,
  method,
  secretQuery,
  whileViewing,
}: Pick<
  Route,
  'errors' | 'surface' | 'optionalKey' | 'needs' | 'beforeFactor' | 'method' | 'secretQuery' | 'whileViewing'
>): ReadonlySet<CallCode> {
  const ofSecrets = secretQuery.length > 0 ? (['secretInAddress'] as const) : [];
  return new Set([
    ...own,
    ...ofSecrets,
    ...(keyHeaders[optionalKey ?? surface] ? keyedErrors : []),
    ...(surface === 'user' && (!whileViewing || secretQuery.length > 0) ? viewerErrors : []),
    ...(needs ? limitedErrors : []),
    ...((surface === 'organization' || surface === 'operator') && !beforeFactor ? factorErrors : []),
    ...(method === 'GET' ? [] : unsafeErrors),
    ...sharedErrors,
  ]);
}

export const apiInfo = {
  title: 'Tenbin API',
  version: '1',
  description:
    'Every call. Sign in with `POST /api/users/signin` and send the `uniqueKey` of its answer as `x-user-key`; administrators sign in under `/admin` and send `x-organization-key`, operators under `/ango-ya` and send `x-ango-ya-key`.',
  license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
};

/**
 * The API as an OpenAPI 3.1 document, of the server from which it is read.
 *
 * @param routes - by name; the name becomes the operation's id
 */
export function openApiOf(routes: Readonly<Record<string, Route>>): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: apiInfo,
    servers: [{ url: '/' }],
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: { securitySchemes: securitySchemes(), schemas: { ErrorReply: schemaOf(ErrorReply, 'output') } },
  };
}

function operationOf(name: string, route: Route): Json {
  const operation: Json = {
    operationId: name,
    summary: route.summary,
    ...(route.deprecated ? { deprecated: true } : {}),
    tags: [tagOf(route.path)],
    parameters: [...parametersOf(route, 'params'), ...parametersOf(route, 'query')],
  };
  const keyed = route.optionalKey ?? route.surface;
  operation.security = keyHeaders[keyed] ? [...(route.optionalKey ? [{}] : []), { [keyed]: [] }] : [];
  if (route.body) operation.requestBody = { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } };
  if (route.rawBody !== null)
    operation.requestBody = {
      required: true,
      content: { '*/*': { schema: { type: 'string', format: 'binary', maxLength: route.rawBody } } },
    };
  operation.responses = responsesOf(route);
  return operation;
}

function parametersOf(route: Route, part: 'params' | 'query'): Json[] {
  const schema = route[part];
  if (!schema) return [];
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: part === 'params' ? 'path' : 'query',
    required: part === 'params' || field._zod.optin === undefined,
    ...(part === 'query' && route.secretQuery.includes(name) ? { deprecated: true } : {}),
    schema: schemaOf(field as z.ZodMiniType, 'input'),
  }));
}

function responsesOf(route: Route): Json {
  const responses: Record<string, Json> = {
    [String(route.status)]: {
      description: 'Success',
      content: { [mediaTypes[route.answers]]: { schema: schemaOf(route.reply, 'output') } },
    },
  };
  for (const code of errorsOf(route)) {
    const status = String(statuses[code]);
    const before = responses[status]?.description;
    const line = `\`${code}\`: ${catalogue.en[code].text}`;
    responses[status] = {
      description: typeof before === 'string' ? `${before}\n\n${line}` : line,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
    };
  }
  return responses;
}

/** `/api/users/self` is of the users, `/admin/users/{id}` of the administrator's users: each surface has groups of its own. */
function tagOf(path: string): string {
  const [, root = '', group = ''] = path.split('/');
  return root === 'api' ? group : [root, group].filter(Boolean).join(' ');
}

function tagsOf(paths: readonly string[]): Json[] {
  const groups = new Map(paths.map((path) => [tagOf(path), path.split('/').slice(0, 3).join('/')]));
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, under]) => ({ name, description: `Calls under \`${under}\`.` }));
}

function securitySchemes(): Json {
  const entries = Object.entries(keyHeaders) as [Surface, string | null][];
  return Object.fromEntries(
    entries.flatMap(([surface, header]) => (header ? [[surface, { type: 'apiKey', in: 'header', name: header }]] : [])),
  );
}
