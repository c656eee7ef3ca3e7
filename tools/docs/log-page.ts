import { type EventRule, logEvents } from '@tenbin/telemetry';

/** Every event that a log can have. */
export function logPage(): string {
  const rows = Object.entries<EventRule>(logEvents).map(([event, { level, fields, optional = [], says }]) => {
    const named = [...fields.map((field) => `\`${field}\``), ...optional.map((field) => `(\`${field}\`)`)];
    return `| \`${event}\` | ${level} | ${says} | ${named.join(' ')} |`;
  });
  return [
    '# Log',
    '',
    '*Made from `packages/telemetry` by `npm run docs`; a test holds the two together.*',
    '',
    'A line of JSON for each event: `level` (30 info, 40 warn, 50 error), `time` in epoch milliseconds, `msg` the event, and its fields; those in parentheses are not in every line. What went wrong stands under `err`, with stack and causes, and without what a library puts on its errors besides. Lines of a bot also carry `organizationId`, `exchangeAccountId`, `botId` and, while it runs, `exchange`. Passwords, keys and other secrets are in none.',
    '',
    'An event is said at one level, and of an order once that it was placed and once how it ended, whatever the exchange repeats or was found out late: they follow from what changed in the database. A fill that moves the other five orders of a bot is twelve lines of some 300 bytes, so a thousand bots with fifty fills a day each write about 200 MB. `LOG_LEVEL=warn` leaves out all that is as it should be.',
    '',
    '| event | level | what it says | fields |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
