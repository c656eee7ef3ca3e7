import { useQuery } from '@tanstack/react-query';
import { query, Shell, useInstallation } from '@tenbin/app-kit';
import { BotRoutesContext } from '@tenbin/bot-views';
import { getSelf } from '@tenbin/contract';
import { ownBotRoutes } from '../app/bot-routes.ts';
import { useText } from '../app/text.ts';
import { Banners } from './banners.tsx';
import { BotNotices } from './bot-notices.ts';
import { FailedReads } from './failed-reads.tsx';
import { navigationOf } from './navigation.ts';
import { PushAgain } from './push-again.tsx';

export function ConsoleShell() {
  const text = useText('shell');
  const kitText = useText('kit');
  const { brand } = useInstallation();
  const self = useQuery(query(getSelf, {}));
  return (
    <BotRoutesContext value={ownBotRoutes}>
      <Shell
        userId={self.data?.id}
        navigation={navigationOf(brand, text, kitText)}
        menu={{
          who: self.data?.email,
          entries: [
            { label: text('account'), to: '/account' },
            { label: text('guide'), to: '/guide' },
          ],
        }}
        banners={
          <>
            <FailedReads />
            <BotNotices />
            <Banners />
            {self.data && <PushAgain userId={self.data.id} />}
          </>
        }
      />
    </BotRoutesContext>
  );
}
