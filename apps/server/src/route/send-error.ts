import { type Language, preferredLanguage } from '@tenbin/accounts';
import type { ErrorReply } from '@tenbin/contract';
import { type CallCode, messageOf, statuses } from '@tenbin/messages';
import { newReference } from '@tenbin/runtime';
import type { Log } from '@tenbin/telemetry';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import { noSniffing } from '../security-headers.ts';
import { fieldMessages, InputError } from './input-error.ts';
import { Refusal } from './refusal.ts';
import { refusalOf } from './refusal-of.ts';

/** Answers a refusal in the caller's language. What is nobody's refusal is a fault of ours: logged under a reference. */
export function sendError(
  error: unknown,
  {
    request,
    reply,
    log,
    clock,
  }: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly log: Log;
    readonly clock: Pick<Clock, 'random'>;
  },
): void {
  const language = preferredLanguage(request.headers['accept-language']);
  const refusal = (error instanceof InputError ? refusalOfInput(error, language) : null) ?? refusalOf(error) ?? refusalOfFastify(error);
  const known = refusal ?? recorded(error, { request, log, clock });
  if (known.code === 'exchangeUnreachable' || known.code === 'keyRightsUnknown')
    log.warn({ route: request.routeOptions.url, err: known.cause ?? error }, 'exchange.request_failed');
  if (known.code === 'databaseUnavailable') log.warn({ route: request.routeOptions.url, err: known.cause }, 'database.failed');
  if (known.details.retryAfterSeconds !== undefined) reply.header('retry-after', String(known.details.retryAfterSeconds));
  // What is refused before it reaches a route has none of a route's headers.
  reply
    .headers({ 'cache-control': 'no-store', ...noSniffing })
    .status(statuses[known.code])
    .send(errorReply(known, language));
}

export function errorReply({ code, details }: Refusal, language: Language): ErrorReply {
  const { facts, fields, type } = details;
  const { text, advice } = messageOf(code, language, facts);
  const error =
    fields &&
    Object.fromEntries(
      Object.entries(fields).map(([field, words]) => [
        field,
        typeof words === 'string' ? words : messageOf(words.code, language, words.facts).text,
      ]),
    );
  return {
    statusCode: statuses[code],
    code,
    message: text,
    advice,
    ...(facts ? { facts: { ...facts } } : {}),
    ...(error ? { error } : {}),
    ...(type ? { type } : {}),
    ...(code === 'sessionTimeout' ? { sessionTimeout: true } : {}),
  };
}

function refusalOfInput({ issues }: InputError, language: Language): Refusal {
  const fields = fieldMessages(issues, language);
  return new Refusal('invalidInput', { facts: { fields: Object.keys(fields).join(', ') }, fields });
}

const codeOfFastify: Readonly<Record<string, CallCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupportedMediaType',
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformedBody',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformedBody',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformedBody',
  FST_ERR_BAD_URL: 'notFound',
};

/** What the framework refused before a handler was reached. */
function refusalOfFastify(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null;
  const { code, statusCode } = error as Partial<FastifyError>;
  const known = code === undefined ? undefined : codeOfFastify[code];
  if (known) return new Refusal(known);
  // The static files' way to say that a path leads out of their folder.
  if (statusCode === 403 || statusCode === 404) return new Refusal('notFound');
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? new Refusal('malformedBody') : null;
}

function recorded(
  error: unknown,
  { request, log, clock }: { readonly request: FastifyRequest; readonly log: Log; readonly clock: Pick<Clock, 'random'> },
): Refusal {
  const reference = newReference(clock);
  log.error({ reference, method: request.method, route: request.routeOptions.url, err: error }, 'http.failed');
  return new Refusal('internal', { facts: { reference } });
}
