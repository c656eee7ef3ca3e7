import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { PageLink, query } from '@tenbin/app-kit';
import { getOwnVolumeUse, getSelf } from '@tenbin/contract';
import { Banner } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { botsQuery } from '../bots/use-bots.ts';
import { type Banner as BannerOf, bannersOf, placeOf, saysItself } from './banners-of.ts';

/** More are told where the bots are. */
const maxShown = 3;
/** An event tells what a plan does; one that was lost is made up for after so long. */
const pollEveryMs = 300_000;

const severities: Partial<Record<BannerOf['kind'], 'info' | 'warning'>> = {
  botSetupRequired: 'info',
  paymentRequired: 'warning',
  tradingVolumeNearLimit: 'warning',
};

/** What has to be known and done, over every page that does not say so itself. */
export function Banners() {
  const text = useText('banners');
  const { pathname } = useLocation();
  const self = useQuery({ ...query(getSelf, {}), refetchInterval: pollEveryMs });
  const bots = useQuery(botsQuery);
  const use = useQuery(query(getOwnVolumeUse, { query: {} }));
  if (!self.data || !bots.data) return null;
  const facts = { bots: bots.data, isNearLimit: use.data?.isNearlyUsedUp === true };
  const banners = bannersOf(self.data, facts).filter((banner) => !saysItself(pathname, banner));
  return banners.slice(0, maxShown).map((banner) => {
    const name = 'bot' in banner ? banner.bot.name : '';
    return (
      <Banner
        key={`${banner.kind} ${name}`}
        severity={severities[banner.kind] ?? 'error'}
        title={text(banner.kind, { name })}
        action={<PageLink to={placeOf(banner)}>{text(`${banner.kind}Do`, { name })}</PageLink>}
      >
        {'bot' in banner ? banner.message : text(`${banner.kind}Why`)}
      </Banner>
    );
  });
}
