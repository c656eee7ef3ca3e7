import type { Brand } from '@tenbin/brand';
import type { Words } from '../app/words.ts';

/** An entry of the side navigation. */
export interface Entry {
  readonly name: keyof Words['shell'];
  /** Inside this console, or an address that opens in a new tab; null while it is not there yet. */
  readonly target:
    | { readonly kind: 'page'; readonly to: '/' | '/bots/' | '/bots/new' | '/backtest' | '/history/' | '/help' }
    | { readonly kind: 'address'; readonly href: string }
    | null;
  readonly icon: 'dashboard' | 'bots' | 'setup' | 'backtest' | 'history' | 'plan' | 'affiliate' | 'help' | 'legal';
}

const page = (name: Entry['name'], to: Extract<Entry['target'], { kind: 'page' }>['to'], icon: Entry['icon']): Entry => ({
  name,
  target: { kind: 'page', to },
  icon,
});
const address = (name: Entry['name'], href: string): Entry => ({ name, target: { kind: 'address', href }, icon: 'legal' });

/** What the side navigation offers for a brand: what one works with, and below it what one reads. */
export function entriesOf({ links, features }: Brand): { readonly work: readonly Entry[]; readonly read: readonly Entry[] } {
  return {
    work: [
      page('dashboard', '/', 'dashboard'),
      page('bots', '/bots/', 'bots'),
      page('setup', '/bots/new', 'setup'),
      page('backtest', '/backtest', 'backtest'),
      page('history', '/history/', 'history'),
      { name: 'plan', target: null, icon: 'plan' },
      ...(features.affiliate ? [{ name: 'affiliate', target: null, icon: 'affiliate' } as const] : []),
    ],
    read: [
      page('help', '/help', 'help'),
      address('privacyPolicy', links.privacyPolicy),
      address('termsOfService', links.termsOfService),
      address('legalNotice', links.specifiedCommercialTransactionAct),
    ],
  };
}
