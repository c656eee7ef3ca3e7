import { mayDo, type OrganizationPermission, type OrganizationRole } from '@tenbin/accounts';
import type { Navigation, NavigationEntry } from '@tenbin/app-kit';
import {
  AccountIcon,
  BacktestIcon,
  CardIcon,
  DashboardIcon,
  HistoryIcon,
  MailIcon,
  PaletteIcon,
  ServerIcon,
  TermsIcon,
  type TextOf,
  TuneIcon,
} from '@tenbin/ui';
import type { Words } from '../app/text.ts';
import { AdministratorsIcon, AuditIcon, DownloadsIcon, OfferIcon, PlansIcon, ReferralsIcon } from './menu-icons.tsx';

interface Entry {
  readonly name: keyof Words['shell'];
  readonly icon: NavigationEntry['icon'];
  readonly target: NonNullable<NavigationEntry['target']> & { readonly kind: 'page' };
  /** As the section's routes say. */
  readonly needs: OrganizationPermission;
}

/** What one works with every day. */
const work: readonly Entry[] = [
  { name: 'overview', icon: DashboardIcon, target: { kind: 'page', to: '/' }, needs: 'read' },
  { name: 'users', icon: AccountIcon, target: { kind: 'page', to: '/users' }, needs: 'read' },
  { name: 'bots', icon: ServerIcon, target: { kind: 'page', to: '/bots' }, needs: 'read' },
  { name: 'plans', icon: PlansIcon, target: { kind: 'page', to: '/plans' }, needs: 'plans' },
  { name: 'payments', icon: HistoryIcon, target: { kind: 'page', to: '/payments' }, needs: 'money' },
  { name: 'referrals', icon: ReferralsIcon, target: { kind: 'page', to: '/referrals' }, needs: 'money' },
  { name: 'revenue', icon: BacktestIcon, target: { kind: 'page', to: '/revenue' }, needs: 'money' },
  { name: 'bills', icon: TermsIcon, target: { kind: 'page', to: '/bills' }, needs: 'money' },
  { name: 'offer', icon: OfferIcon, target: { kind: 'page', to: '/platform-offer' }, needs: 'money' },
  { name: 'paypal', icon: CardIcon, target: { kind: 'page', to: '/paypal-account' }, needs: 'money' },
  { name: 'downloads', icon: DownloadsIcon, target: { kind: 'page', to: '/downloads' }, needs: 'export' },
  { name: 'mail', icon: MailIcon, target: { kind: 'page', to: '/emails' }, needs: 'mail' },
];

/** The organization itself. */
const own: readonly Entry[] = [
  { name: 'administrators', icon: AdministratorsIcon, target: { kind: 'page', to: '/administrators' }, needs: 'administrators' },
  { name: 'settings', icon: TuneIcon, target: { kind: 'page', to: '/settings' }, needs: 'settings' },
  { name: 'brand', icon: PaletteIcon, target: { kind: 'page', to: '/brand' }, needs: 'settings' },
  { name: 'audit', icon: AuditIcon, target: { kind: 'page', to: '/audit' }, needs: 'audit' },
];

const allowed = (entries: readonly Entry[], role: OrganizationRole | undefined): Entry[] =>
  entries.filter(({ needs }) => role !== undefined && mayDo(role, needs));

/** What the side navigation offers to a role; nothing while it is not known. */
export function navigationOf(role: OrganizationRole | undefined, text: TextOf<Words['shell']>): Navigation {
  const entriesOf = (entries: readonly Entry[]) =>
    allowed(entries, role).map(({ name, icon, target }): NavigationEntry => ({ label: text(name), icon, target }));
  return { work: entriesOf(work), read: entriesOf(own) };
}

/** Where a role begins: not everybody may see the overview. */
export const homeOf = (role: OrganizationRole): NonNullable<NavigationEntry['target']> & { readonly kind: 'page' } =>
  allowed([...work, ...own], role)[0]?.target ?? { kind: 'page', to: '/account/security' };
