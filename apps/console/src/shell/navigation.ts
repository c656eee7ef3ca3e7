import type { Navigation, NavigationEntry } from '@tenbin/app-kit';
import type { Brand } from '@tenbin/brand';
import {
  BacktestIcon,
  CardIcon,
  DashboardIcon,
  HelpIcon,
  HistoryIcon,
  InviteIcon,
  LegalIcon,
  PrivacyIcon,
  ServerIcon,
  TermsIcon,
  type TextOf,
  TuneIcon,
} from '@tenbin/ui';
import type { Words } from '../app/words.ts';

/** What the side navigation offers for a brand. */
export function navigationOf({ links, features }: Brand, text: TextOf<Words['shell']>, kitText: TextOf<Words['kit']>): Navigation {
  const icons = { privacyPolicy: PrivacyIcon, termsOfService: TermsIcon, legalNotice: LegalIcon };
  const address = (name: keyof typeof icons, href: string): NavigationEntry => ({
    label: kitText(name),
    icon: icons[name],
    target: { kind: 'address', href },
  });
  const affiliate: NavigationEntry['target'] = features.affiliate
    ? { kind: 'page', to: '/affiliate' }
    : links.affiliate === null
      ? null
      : { kind: 'address', href: links.affiliate };
  return {
    work: [
      { label: text('dashboard'), icon: DashboardIcon, target: { kind: 'page', to: '/' } },
      { label: text('bots'), icon: ServerIcon, target: { kind: 'page', to: '/bots/' } },
      { label: text('setup'), icon: TuneIcon, target: { kind: 'page', to: '/bots/new' } },
      { label: text('backtest'), icon: BacktestIcon, target: { kind: 'page', to: '/backtest' } },
      { label: text('history'), icon: HistoryIcon, target: { kind: 'page', to: '/history/' } },
      { label: text('plan'), icon: CardIcon, target: { kind: 'page', to: '/plan' } },
      ...(affiliate ? [{ label: text('affiliate'), icon: InviteIcon, target: affiliate }] : []),
    ],
    read: [
      { label: text('help'), icon: HelpIcon, target: { kind: 'page', to: '/help' } },
      address('privacyPolicy', links.privacyPolicy),
      address('termsOfService', links.termsOfService),
      address('legalNotice', links.specifiedCommercialTransactionAct),
    ],
  };
}
