import { type FaultCode, faults, keyHeaders, type Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { exchangesPage } from './exchanges-page.ts';

/** The pages of docs/reference that are made from the code, by file name. */
export function referencePages(): Readonly<Record<string, string>> {
  return { 'api.md': apiPage(), 'errors.md': errorsPage(), 'exchanges.md': exchangesPage() };
}

const generated = '*Made from `packages/contract` by `npm run docs`; a test holds the two together.*';

function apiPage(): string {
  const rows = Object.entries(allRoutes)
    .toSorted(([, a], [, b]) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      ([name, route]) =>
        `| ${route.method} | \`${route.path}\` | ${keyHeaders[route.surface] ?? ''} | ${inputOf(route)} | ${route.deprecated ? '*Deprecated.* ' : ''}${route.summary} | \`${name}\` |`,
    );
  return [
    '# API',
    '',
    generated,
    '',
    'A running server shows the same with all shapes at `/docs`, and as OpenAPI 3.1 at `/openapi.json`. Ids are `_id` on the wire; times are ISO 8601 UTC, and where one is asked for, epoch milliseconds do as well. A refusal is `{statusCode, code, message, error?}`: see [errors](errors.md).',
    '',
    'A call that changes something and comes with a `Cookie`, `Origin` or `Sec-Fetch-Site` header must repeat the cookie `__Host-XSRF-TOKEN` (`XSRF-TOKEN` where the server is reached over plain http) in the header `X-XSRF-TOKEN`. A plain client without cookies needs none.',
    '',
    'A call that is marked *deprecated* carries secrets in its address, where proxies and histories keep them; the POST of the same path takes them in its body. With `SECRETS_IN_ADDRESSES=0` a server refuses the former.',
    '',
    '| method | path | key | input | what it does | name |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function inputOf(route: Route): string {
  const names = (['query', 'body'] as const).flatMap((part) =>
    Object.entries(route[part]?.shape ?? {}).map(([name, field]) => (field._zod.optin !== undefined ? `${name}?` : name)),
  );
  return names.join(', ');
}

function errorsPage(): string {
  const entries = Object.entries(faults) as [FaultCode, (typeof faults)[FaultCode]][];
  const rows = entries
    .toSorted(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, en, ja }]) => `| ${status} | \`${code}\` | ${en} | ${ja} |`);
  return [
    '# Errors',
    '',
    generated,
    '',
    'Every refusal carries a stable `code`; `message` is in the language of `Accept-Language`. Braces are filled with the facts of the refusal, which also come as `facts`. `error` names fields.',
    '',
    '| status | code | English | 日本語 |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
