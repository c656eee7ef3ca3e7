import { faults } from '@tenbin/contract';
import { describeExchanges, type ExchangeSheet } from '@tenbin/exchange-ccxt';

const columns: Readonly<Record<string, (sheet: ExchangeSheet) => string>> = {
  exchange: ({ name, ccxtId }) => `${name} \`${ccxtId}\``,
  'runs bots': ({ lacks }) => (lacks.length === 0 ? '**yes**' : `no: ${lacks.map((code) => `\`${code}\``).join(', ')}`),
  'id of ours on orders': ({ capabilities }) => yesNo(capabilities.clientOrderId),
  'own orders and fills': ({ capabilities, pushes }) => {
    if (capabilities.privateStream) return 'pushed';
    return pushes ? 'polled (its stream is not used)' : 'polled';
  },
  prices: ({ capabilities }) => (capabilities.publicStream ? 'pushed' : 'polled'),
  passphrase: ({ capabilities }) => (capabilities.passphrase ? 'needed' : 'none'),
  'the key’s rights': ({ keyRightsFrom }) => (keyRightsFrom === null ? 'not told: unknown' : `\`${keyRightsFrom}\``),
  cancel: ({ cancels }) => yesNo(cancels),
  'find an order': ({ findsOrders, capabilities }) =>
    findsOrders ? `by ${capabilities.clientOrderId ? 'either id' : 'its own id'}` : 'no',
  'own trades': ({ listsOwnTrades }) => yesNo(listsOwnTrades),
  candles: ({ hasCandles }) => yesNo(hasCandles),
  'grid and smallest amount': ({ lacks }) => yesNo(!lacks.includes('minimumsNotTold')),
  'smallest worth': ({ told }) => yesNo(told.minimumNotional),
  'maker’s and taker’s fee': ({ told, lacks }) => {
    if (lacks.length > 0) return '–';
    return told.fees === 'account' ? 'the account’s own' : 'the market’s';
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
    ...lacks.map((code) => `- \`${code}\`: ${faults[code].en} ${faults[code].ja}`),
    '',
    '`binance` and `okx` pass the whole conformance suite on the virtual exchange, streams included. The others were tried on answers recorded in their documented formats over a real socket (`packages/exchange-ccxt/src/wire`), not on the live exchange: requests, orders, part fills, fees with their sign, wallets, rights, and what each of their error codes means.',
    '',
    'Rights that an exchange does not tell are *unknown*, which is not taken for safe: nobody but the owner of the key can then see to it that it cannot withdraw. A KuCoin account is taken to be a classic one, a Bybit account a unified one. On Kraken a key of its own for each bot account avoids numbers out of order.',
    '',
  ].join('\n');
}
