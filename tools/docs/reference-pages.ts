import { operatorRoles, organizationRoles } from '@tenbin/accounts';
import { keyHeaders, type Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { type Code, catalogue, isCallCode, statuses } from '@tenbin/messages';
import { exchangesPage } from './exchanges-page.ts';
import { flagsPage } from './flags-page.ts';
import { logPage } from './log-page.ts';
import { metricsPage } from './metrics-page.ts';
import { specifiedPage } from './specified-page.ts';
import { subscriptionsPage } from './subscriptions-page.ts';

/** The pages of docs/reference that are made from the code, by file name. */
export function referencePages(): Readonly<Record<string, string>> {
  return {
    'api.md': apiPage(),
    'errors.md': errorsPage(),
    'exchanges.md': exchangesPage(),
    'flags.md': flagsPage(),
    'log.md': logPage(),
    'metrics.md': metricsPage(),
    'specified.md': specifiedPage(),
    'subscriptions.md': subscriptionsPage(),
  };
}

const generated = '*Made from `packages/contract` by `npm run docs`; a test holds the two together.*';

function apiPage(): string {
  const rows = Object.entries(allRoutes)
    .toSorted(([, a], [, b]) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(
      ([name, route]) =>
        `| ${route.method} | \`${route.path}\` | ${keyHeaders[route.surface] ?? ''}${route.needs ? `: ${route.needs}` : ''} | ${inputOf(route)} | ${route.deprecated ? '*Deprecated.* ' : ''}${route.summary} | \`${name}\` |`,
    );
  return [
    '# API',
    '',
    generated,
    '',
    'A running server shows the same with all shapes at `/docs`, and as OpenAPI 3.1 at `/openapi.json`. Ids are `_id` on the wire; times are ISO 8601 UTC, and where one is asked for, epoch milliseconds do as well. A refusal is `{statusCode, code, message, advice, facts?, error?}`: see [errors](errors.md).',
    '',
    'A call that changes something and comes with a `Cookie`, `Origin` or `Sec-Fetch-Site` header must repeat the cookie `__Host-XSRF-TOKEN` (`XSRF-TOKEN` where the server is reached over plain http) in the header `X-XSRF-TOKEN`. A plain client without cookies needs none.',
    '',
    'A call that is marked *deprecated* carries secrets in its address, where proxies and histories keep them; the POST of the same path takes them in its body. With `SECRETS_IN_ADDRESSES=0` a server refuses the former.',
    '',
    'Who asks too much is refused with 429 and `Retry-After`; a sign-in, right or wrong, counts:',
    '',
    '| what | how much |',
    '| --- | --- |',
    ...limits.map(([what, most]) => `| ${what} | ${most} |`),
    '',
    'Whoever manages an organization or the platform has a role. A call of theirs that says so beside its key needs a role that includes it, and is refused with 403 and `permissionMissing` otherwise:',
    '',
    '| key | role | includes |',
    '| --- | --- | --- |',
    ...rolesOf(keyHeaders.organization, organizationRoles),
    ...rolesOf(keyHeaders.operator, operatorRoles),
    '',
    'A body has 64 KiB at most, a field of it 1,000 values and 8 levels; every text and list has a greatest length, which `/docs` shows. A list is read from its first 1,000,000 entries, further back by a period.',
    '',
    '| method | path | key | input | what it does | name |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

const limits: readonly (readonly [what: string, most: string])[] = [
  [
    'all requests of an address, whatever is not there included',
    '`REQUESTS_PER_MINUTE`; of all networks of an IPv6 site (/48) eight times that',
  ],
  [
    'wrong passwords of one account from one address',
    '10 in 15 minutes; 2 where 50 came from anywhere, so that guessing from many addresses is slow and the owner can still sign in',
  ],
  ['wrong passwords given again in one account', '10 in 15 minutes from one address, 50 from all'],
  ['wrong passwords from one address', '60 in 15 minutes'],
  ['sign-ins, and passwords given again, of one account from one address', '30 in 15 minutes; from the address 300'],
  ['passwords that are looked at in one server', '2 at once, 30 wait'],
  ['sessions of one person', '20; the oldest ends'],
  [
    'searches of a timeline, and lists read further back than 10,000 entries, of one user',
    '20 a minute for each kind of call, 2 at once, 4 wait; a search looks through the newest 10,000 decisions that fit the rest of it, for 3 seconds',
  ],
  ['bots of one user', "20, or the organization's `botsPerUser`"],
];

const rolesOf = (key: string | null, roles: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.entries(roles).map(([role, permissions]) => `| ${key} | ${role} | ${permissions.join(', ')} |`);

function inputOf(route: Route): string {
  const names = (['query', 'body'] as const).flatMap((part) =>
    Object.entries(route[part]?.shape ?? {}).map(([name, field]) => (field._zod.optin !== undefined ? `${name}?` : name)),
  );
  return names.join(', ');
}

function errorsPage(): string {
  const codes = Object.keys(catalogue.en).toSorted() as Code[];
  const refusals = codes.filter(isCallCode).toSorted((a, b) => statuses[a] - statuses[b]);
  const words = (code: Code) => `${wordsOf(code, 'en')} | ${wordsOf(code, 'ja')} |`;
  return [
    '# Errors',
    '',
    generated.replace('contract', 'messages'),
    '',
    'Every refusal carries a stable `code`; `message` says what happened, and `advice` what can be done, in the language of `Accept-Language`. Braces are filled with the facts of the refusal, which also come as `facts`. `error` names the fields of the call that the refusal is about.',
    '',
    '| status | code | English | 日本語 |',
    '| --- | --- | --- | --- |',
    ...refusals.map((code) => `| ${statuses[code]} | \`${code}\` | ${words(code)}`),
    '',
    'What no call is refused with is told of bots: by their messages, timelines, rebalances and mails, as are many of the codes above.',
    '',
    '| code | English | 日本語 |',
    '| --- | --- | --- |',
    ...codes.filter((code) => !isCallCode(code)).map((code) => `| \`${code}\` | ${words(code)}`),
    '',
  ].join('\n');
}

function wordsOf(code: Code, language: 'en' | 'ja'): string {
  const { text, advice } = catalogue[language][code];
  return `${text}<br>*${advice}*`;
}
