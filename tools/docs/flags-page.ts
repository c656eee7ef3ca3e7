import { readdirSync, readFileSync } from 'node:fs';
import { Brand, type Features } from '@tenbin/brand';

interface Effect {
  readonly on: string;
  readonly off: string;
  /** Where that is tested: of calls, and of screens or mails. */
  readonly calls: string | null;
  readonly screens: string | null;
}

const calls = 'apps/server/src/tenancy/features.test.ts';
const screens = 'apps/console/src/app/features.test.tsx';
const setUp = 'apps/console/src/features/setup/setup.test.tsx';

/** What each flag of a brand does. */
export const flags: { readonly [Flag in keyof Features]: Effect } = {
  affiliate: {
    on: 'Users have an invitation code and a page that shows what became of those who came; `/r/{code}` leads to sign-up, which takes the code. It is required where the brand sets `enableAffiliateCode`.',
    off: 'None of that. Where the brand has `links.affiliate`, the navigation leads there.',
    calls,
    screens,
  },
  signUp: { on: 'Anybody may sign up.', off: '`signUpClosed`; no screen leads to signing up.', calls, screens },
  autoRebalanceByBot: {
    on: 'A wallet can be rebalanced: in set-up, on the page of a bot, and by its calls.',
    off: '`autoRebalanceNotOffered`; no screen offers it.',
    calls,
    screens,
  },
  checkBtcBalance: {
    on: "A bot starts only where its wallet holds the organization's `minimumBtcBalance`; `notEnoughBtc` says how much is missing. Step 1 of set-up and the start say the minimum.",
    off: 'Nothing is asked for.',
    calls,
    screens,
  },
  paypal: {
    on: 'Plans are chosen, paid for by PayPal, changed and cancelled on the page of plans.',
    off: 'Plans are given by administrators; the page of plans says whom to ask, and who buys all the same is refused with `paymentsNotOffered`.',
    calls: 'apps/server/src/payments/paypal-flag.test.ts',
    screens,
  },
  defaultOrderWidth: {
    on: "Set-up begins with the organization's `defaultOrderWidth`.",
    off: 'It begins with the width that past prices recommend; where they recommend none, above break-even.',
    calls,
    screens: 'apps/console/src/features/setup/step-width.test.tsx',
  },
  easyBotSetup: {
    on: 'Set-up offers courses with their back-tests first, and pairs behind "by hand".',
    off: 'Set-up offers pairs. Courses are listed by their call all the same.',
    calls: null,
    screens: setUp,
  },
  requiredCot: {
    on: 'Only combinations with COT are offered; a bot or a course without it is refused with `cotRequired`.',
    off: 'Any combination is.',
    calls,
    screens: setUp,
  },
  staging: {
    on: 'Every page says that it is for testing, and so does the subject of every mail.',
    off: 'Nothing says so.',
    calls: 'packages/mail/src/render-mail.test.ts',
    screens,
  },
};

/** The flags of a brand: what they do, where that is tested, and which of the brands that come with the product have them on. */
export function flagsPage(): string {
  const folder = new URL('../../brands/', import.meta.url);
  const brands = readdirSync(folder)
    .toSorted()
    .map((name) => Brand.parse(JSON.parse(readFileSync(new URL(`${name}/brand.json`, folder), 'utf8'))));
  const usual = Brand.shape.features.parse(undefined);
  const rows = Object.entries(flags).map(([name, { on, off, calls: ofCalls, screens: ofScreens }]) => {
    const feature = name as keyof Features;
    const having = brands.filter(({ features }) => features[feature]).map((brand) => brand.name);
    const tests = [ofCalls, ofScreens].map((file) => (file === null ? '–' : `\`${file}\``)).join('<br>');
    return `| \`${name}\` | ${usual[feature] ? 'on' : 'off'} | ${on} | ${off} | ${tests} | ${having.length === brands.length ? 'all' : having.join(', ')} |`;
  });
  return [
    '# Flags',
    '',
    '*Made from `tools/docs/flags-page.ts` and the brands by `npm run docs`; a test holds them together.*',
    '',
    'What may be switched on or off for a brand, under `features` of its `brand.json`. A trial shows every brand at its address with `?wl=` or `?brand=` and the key of the brand.',
    '',
    '| flag | unless set | on | off | tested for calls, for screens | on in |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}
