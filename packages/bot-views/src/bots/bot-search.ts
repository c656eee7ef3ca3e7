import { given, textIn, wholeIn } from '@tenbin/app-kit';

/** What the address of a bot's page says of its panels, for `validateSearch`. */
export const botSearch = (search: Record<string, unknown>) =>
  given({
    /** Of the chart of prices, and how long each of its candles is. */
    pair: textIn(search.pair),
    candles: textIn(search.candles),
    /** Of the chart of worth. */
    range: textIn(search.range),
    /** Of the timeline. */
    show: textIn(search.show),
    on: textIn(search.on),
    find: textIn(search.find),
    from: textIn(search.from),
    to: textIn(search.to),
    page: wholeIn(search.page),
  });

export type BotSearch = ReturnType<typeof botSearch>;
