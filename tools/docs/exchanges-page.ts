import { describeExchanges, type ExchangeSheet } from '@tenbin/exchange-ccxt';
import { messageOf } from '@tenbin/messages';

const columns: Readonly<Record<string, (sheet: ExchangeSheet) => string>> = {
  exchange: ({ name, ccxtId }) => `${name} \`${ccxtId}\``,
  'runs bots': ({ lacks }) => (lacks.length === 0 ? '**yes**' : `no: ${lacks.map((code) => `\`${code}\``).join(', ')}`),
  'id of ours on orders': ({ capabilities }) => yesNo(capabilities.clientOrderId),
  'own orders and fills': ({ capabilities, pushes }) => {
    if (capabilities.privateStream) return 'pushed';
    return pushes ? 'polled (its stream is not used)' : 'polled';
  },
  'its changes are seen': ({ reactionMs, lacks }) => {
    if (lacks.length > 0) return '–';
    return reactionMs === null ? 'at once' : `within ${(reactionMs / 1000).toFixed(1)} s`;
  },
  'bots on one address': ({ carriedBots, lacks }) => {
    if (lacks.length > 0) return '–';
    return carriedBots === null ? 'each account counts by itself' : carriedBots.toLocaleString('en');
  },
  prices: ({ capabilities }) => (capabilities.publicStream ? 'pushed' : 'polled'),
  passphrase: ({ capabilities }) => (capabilities.passphrase ? 'needed' : 'none'),
  'the key’s rights': ({ keyRightsFrom }) => (keyRightsFrom === null ? 'not told: unknown' : `\`${keyRightsFrom}\``),
  cancel: ({ cancels }) => yesNo(cancels),
  'find an order': ({ findsOrders, capabilities }) =>
    findsOrders ? `by ${capabilities.clientOrderId ? 'either id' : 'its own id'}` : 'no',
  'own trades': ({ listsOwnTrades }) => yesNo(listsOwnTrades),
  candles: ({ hasCandles }) => yesNo(hasCandles),
  'grid and smallest amount': ({ lacks }) => yesNo(!lacks.includes('minimumsUnreported')),
  'smallest worth': ({ reported }) => yesNo(reported.minimumNotional),
  'maker’s and taker’s fee': ({ reported, lacks }) => {
    if (lacks.length > 0) return '–';
    return reported.fees === 'account' ? 'the account’s own' : 'the market’s';
  },
};

const yesNo = (is: boolean): string => (is ? 'yes' : 'no');

/** What each exchange can and cannot do through the adapter. */
export function exchangesPage(): string {
  const sheets = describeExchanges();
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const lacks = [...new Set(sheets.flatMap((sheet) => sheet.lacks)), 'exchangeNotTried' as const];
  return [
    '# Exchanges',
    '',
    '*Made from the adapter (`packages/exchange-ccxt`) by `npm run docs`; a test holds the two together.*',
    '',
    'Bots run where the adapter can place, cancel and find orders, list open orders and own trades, and knows how fine and how large orders must be. Elsewhere connecting is refused with a code, over the API as well.',
    '',
    row(Object.keys(columns)),
    row(Object.keys(columns).map(() => '---')),
    ...sheets.map((sheet) => row(Object.values(columns).map((cell) => cell(sheet)))),
    '',
    'Why an exchange is refused:',
    '',
    ...lacks.map((code) => `- \`${code}\`: ${messageOf(code, 'en').text} ${messageOf(code, 'ja').text}`),
    '',
    '`binance` and `okx` pass the whole conformance suite on the virtual exchange, streams included. The others were tried on answers recorded in their documented formats over a real socket (`packages/exchange-ccxt/src/wire`), not on the live exchange: requests, orders, part fills, fees with their sign, wallets, rights, and what each of their error codes means.',
    '',
    'Where own orders are *polled*, a round asks for the open orders: on Bybit and Kraken once for all pairs, elsewhere once for each. Only where an order moved or ended it asks for its trades as well. What the exchange was not asked for yet it is not known to have done, so a bot there moves its other orders that much later, and two of them that a jump of the price reaches together are both filled before either is moved: mind the wider break-even for that case. The figure is the pause between two rounds and what one takes of the account’s lane; it holds as long as an address carries no more bots than said, each with a key of its own. On Binance more bots than that can run, but each wallet is then looked at less often than every ten minutes; its stream tells everything all the same.',
    '',
    'What is asked is paced by the exchange’s own limits. Binance: half of an address’s weight for reading, by the weights that it counts itself, and private streams opened in turn. Bybit: each account’s limits, and 600 requests in 5 seconds of one address, half of them for reading and a quarter each for placing and cancelling. Kraken: the counter of the lowest tier, three seconds for each question that reads; a key’s calls go out one after the other. A firewall’s refusal (403) halts the address for ten minutes, “too many” for as long as the exchange says.',
    '',
    'Rights that an exchange does not tell are *unknown*, which is not taken for safe: nobody but the owner of the key can then see to it that it cannot withdraw. A KuCoin account is taken to be a classic one, a Bybit account a unified one. On Kraken every call carries a number (nonce) that must be greater than the one before. Here it is the clock’s, with three digits that tell processes apart, so that no two are the same; but two processes may call in the same moment, such as the worker and a page that compares orders, and the later number may arrive first. Give the key a nonce window of a few seconds at Kraken, and use it for nothing else: other software counts otherwise.',
    '',
    'When a key ends by itself is told by Bybit (`expiredAt`, of keys that are bound to no address) and by Binance (`tradingAuthorityExpirationTime`, of the right to trade). It is kept with the daily look at the key’s rights; administrators see it beside the bot, and on their overview from 14 days before. The other exchanges do not tell, whether their keys end or not: OKX, Gate and KuCoin end some that are bound to no address or long unused, and say so by mail alone.',
    '',
  ].join('\n');
}
