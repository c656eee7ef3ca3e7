import * as z from 'zod/mini';
import { ErrorReply } from './error-reply.ts';
import { type FaultCode, faults } from './faults.ts';
import { keyHeaders, type Route, type Surface } from './route.ts';

type Json = { [key: string]: unknown };

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json;
  return json;
};

const sharedFaults = ['invalidInput', 'tooManyRequests', 'internal', 'databaseUnavailable'] as const satisfies readonly FaultCode[];
const keyedFaults = ['signinRequired', 'sessionTimeout'] as const satisfies readonly FaultCode[];
const unsafeFaults = ['antiForgery', 'malformedBody', 'bodyTooLarge', 'unsupportedMediaType'] as const satisfies readonly FaultCode[];

/** Everything that a call may be refused with: what it declares, and what it shares with others of its kind. */
export function faultsOf({
  faults: own,
  surface,
  optionalKey,
  method,
  secretQuery,
}: Pick<Route, 'faults' | 'surface' | 'optionalKey' | 'method' | 'secretQuery'>): ReadonlySet<FaultCode> {
  const ofSecrets = secretQuery.length > 0 ? (['secretInAddress'] as const) : [];
  return new Set([
    ...own,
    ...ofSecrets,
    ...(keyHeaders[optionalKey ?? surface] ? keyedFaults : []),
    ...(method === 'GET' ? [] : unsafeFaults),
    ...sharedFaults,
  ]);
}

/**
 * The API as an OpenAPI 3.1 document.
 *
 * @param routes - by name; the name becomes the operation's id
 */
export function openApiOf(routes: Readonly<Record<string, Route>>, about: { title: string; version: string; description: string }): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of Object.entries(routes)) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(name, route) };
  }
  return {
    openapi: '3.1.0',
    info: about,
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
  const media = route.stream ? 'text/event-stream' : 'application/json';
  const responses: Record<string, Json> = {
    [String(route.status)]: { description: 'Success', content: { [media]: { schema: schemaOf(route.reply, 'output') } } },
  };
  for (const code of faultsOf(route)) {
    const status = String(faults[code].status);
    const before = responses[status]?.description;
    const line = `\`${code}\`: ${faults[code].en}`;
    responses[status] = {
      description: typeof before === 'string' ? `${before}\n\n${line}` : line,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
    };
  }
  return responses;
}

const tagOf = (path: string): string => path.split('/')[2] ?? 'other';

function securitySchemes(): Json {
  const entries = Object.entries(keyHeaders) as [Surface, string | null][];
  return Object.fromEntries(
    entries.flatMap(([surface, header]) => (header ? [[surface, { type: 'apiKey', in: 'header', name: header }]] : [])),
  );
}
