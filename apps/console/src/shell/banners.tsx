import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { PageLink, query } from '@tenbin/app-kit';
import { getSelf } from '@tenbin/contract';
import { Banner } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { botsQuery } from '../bots/use-bots.ts';
import { bannersOf, placeOf, saysItself } from './banners-of.ts';

/** More are told where the bots are. */
const most = 3;
/** An event tells what a plan does; one that was lost is made up for after so long. */
const pollEveryMs = 300_000;

/** What has to be known and done, over every page that does not say so itself. */
export function Banners() {
  const text = useText('banners');
  const { pathname } = useLocation();
  const self = useQuery({ ...query(getSelf, {}), refetchInterval: pollEveryMs });
  const bots = useQuery(botsQuery);
  if (!self.data || !bots.data) return null;
  const banners = bannersOf(self.data, bots.data).filter((banner) => !saysItself(pathname, banner));
  return banners.slice(0, most).map((banner) => {
    const name = 'bot' in banner ? banner.bot.name : '';
    return (
      <Banner
        key={`${banner.kind} ${name}`}
        severity={banner.kind === 'botSetupRequired' ? 'info' : banner.kind === 'paymentRequired' ? 'warning' : 'error'}
        title={text(banner.kind, { name })}
        action={<PageLink to={placeOf(banner)}>{text(`${banner.kind}Do`, { name })}</PageLink>}
      >
        {'bot' in banner ? banner.message : text(`${banner.kind}Why`)}
      </Banner>
    );
  });
}
