import type { Machine, MachineUse } from './machine.ts';

/** What a process has of time and chance comes from its `Runtime`. */
export const machine: readonly Machine[] = [
  { kind: 'time', pattern: /\bDate\.now\b|\bnew Date(?:\(\)|\b(?!\())/, instead: 'now() of the runtime that you are given' },
  { kind: 'elapsed time', pattern: /\bperformance\.now\b|\bhrtime\b/, instead: 'elapsedMs() of the runtime' },
  {
    kind: 'timers',
    pattern: /\bset(?:Timeout|Interval|Immediate)\b|\bAbortSignal\.timeout\b|\bnode:timers\b/,
    instead: 'after(), every() or soon() of the runtime, or pause() and abortAfter() with it',
  },
  { kind: 'chance', pattern: /\bMath\.random\b/, instead: 'random() of the runtime' },
  { kind: 'ids', pattern: /\brandomUUID\b|\bfrom 'uuid'/, instead: 'newId() of the runtime' },
  {
    kind: 'secrets',
    pattern: /\b(?:randomBytes|randomInt|getRandomValues|generateKey\w*)\(/,
    instead: 'random() of the runtime, unless it is a secret',
  },
];

/** Front ends, and what only tests use. */
export const elsewhere: readonly string[] = ['console', 'admin', 'operator', 'ui', 'app-kit', 'bot-views', 'testkit'];

const secret = 'cannot be guessed, nor played again with a seed';
const unlike = 'must not be the same in two processes';

/** Who asks the machine itself. It must become shorter, never longer without a reason that lasts. */
export const uses: readonly MachineUse[] = [
  { path: 'packages/runtime/src/system-runtime.ts', kinds: ['time', 'elapsed time', 'timers', 'chance', 'ids'], reason: 'the one place' },
  { path: 'packages/runtime/src/virtual-runtime.ts', kinds: ['ids'], reason: 'made of its own clock and chance' },
  { path: 'apps/server/src/factors/recovery-codes.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/factors/totp.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/pages/register-docs.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/route/device-cookie.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/route/anti-forgery.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/public/users/mail-sign-up.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/passwords/secret-token.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/users/ask-for-email-change.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/standalone/src/trial/retire-trial-accounts.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/standalone/src/trial/trial-accounts.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/db/src/billing/campaign-code-repository.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/db/src/bots/bot-repository.ts', kinds: ['secrets'], reason: unlike },
  { path: 'packages/db/src/database/presence.ts', kinds: ['secrets'], reason: unlike },
  { path: 'packages/db/src/seal/forget-lost-secrets.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/db/src/seal/master-key.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/db/src/seal/vault.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/db/src/users/readable-code.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/worker/src/pushes/encrypt-push.ts', kinds: ['secrets'], reason: secret },
  { path: 'apps/server/src/user/account/pushes.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/paypal/src/stand-in/authority.ts', kinds: ['secrets'], reason: secret },
  { path: 'packages/paypal/src/stand-in/button-script.ts', kinds: ['timers'], reason: 'runs in a browser' },
  { path: 'packages/exchange-virtual/src/accounts/account.ts', kinds: ['secrets'], reason: secret },
];
