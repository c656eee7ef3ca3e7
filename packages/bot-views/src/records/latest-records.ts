import { query } from '@tenbin/app-kit';
import type { BotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';

const limit = 10;

/** A bot's latest records: as many as a card shows. */
export const latestRecords = ({ records }: Pick<BotRoutes, 'records'>, { id }: BotView) =>
  query(records, { params: { id }, query: { limit } });
