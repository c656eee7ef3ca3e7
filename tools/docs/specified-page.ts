import { allRoutes } from '@tenbin/contract/reference';
import { specifiedBanners, specifiedScreens, specifiedToasts } from '../../apps/console/src/testing/specified-views.ts';
import { type SpecifiedCall, type SpecifiedSurface, specifiedSurfaces } from '../../apps/server/src/testing/specified-calls.ts';

const server = 'apps/server/src';

/** What holds of every call, from a loop over the contract. */
export const ofEveryCall = [`${server}/all-calls.test.ts`, `${server}/isolation.test.ts`, `${server}/wrong-input.test.ts`] as const;

/** The name of the contract's call; null where there is none. */
export const nameOfCall = ([method, path]: SpecifiedCall): string | null =>
  Object.entries(allRoutes).find(([, route]) => route.method === method && route.path === path)?.[0] ?? null;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const callsOf = ({ whose, calls }: SpecifiedSurface): string[] => [
  `## Every call that ${whose} has`,
  '',
  '| method | path | name | test |',
  '| --- | --- | --- | --- |',
  ...calls.map((call) => row([call[0], `\`${call[1]}\``, `\`${nameOfCall(call) ?? '–'}\``, `\`${server}/${call[2]}\``])),
  '',
];

export function specifiedPage(): string {
  return [
    '# What was specified',
    '',
    '*Made from `tools/docs/specified-page.ts` and the contract by `npm run docs`; a test holds them together.*',
    '',
    `The calls of each surface, its screens and its messages, and the test that shows each. Keys, ids of others and malformed input of every call are tested in ${new Intl.ListFormat('en-GB').format(ofEveryCall.map((file) => `\`${file}\``))}. What each [flag](flags.md) does is tested where its page says so.`,
    '',
    ...specifiedSurfaces.flatMap(callsOf),
    '## Screens',
    '',
    'Each is also looked at in a browser in both languages, light and dark, wide and narrow, and held against the rules of accessibility: `tests/journeys/every-page.spec.ts`.',
    '',
    '| screen | address | test |',
    '| --- | --- | --- |',
    ...specifiedScreens.map(([screen, address, file]) => row([screen, `\`${address}\``, `\`${file}\``])),
    '',
    '## Banners',
    '',
    '| banner | name | test |',
    '| --- | --- | --- |',
    ...specifiedBanners.map(([banner, name, file]) => row([banner, `\`${name}\``, `\`${file}\``])),
    '',
    '## Messages of what failed',
    '',
    'Each is a snackbar with the server’s reason, and stays in the list at the bell.',
    '',
    '| message | name | test |',
    '| --- | --- | --- |',
    ...specifiedToasts.map(([toast, name, file]) => row([toast, `\`${name}\``, `\`${file}\``])),
    '',
  ].join('\n');
}
