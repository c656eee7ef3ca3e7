/**
 * `npm run soak [-- minutes]`: the product as it is started, a bot trading on a market that moves a thousand times faster than
 * real time, killed once on the way. At the end, to the last digit: what its records say = how its balances changed =
 * what the virtual exchange's own account has. 30 minutes where nothing else is said; loopback only; ends by itself.
 */
import {
  type Client,
  type ContractRecord,
  createClient,
  getTrialVenue,
  listBots,
  listRecords,
  type Mapped,
  signIn,
  stopBot,
} from '@tenbin/contract';
import { add, type Decimal } from '@tenbin/market';
import { differingCurrencies, moveBalances } from '../move-balances.ts';
import { type Product, startProduct, withDataFolder } from '../product.ts';

const minutes = Number(process.argv[2] ?? 30);
const settings = { VENUE_SPEED: '1000' };

const say = (text: string) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);
const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function signedIn({ banner, url }: Product): Promise<Client> {
  const [, email, password] = /(trader@tenbin\S+)\s+(\S+)/.exec(banner) ?? [];
  let key: string | null = null;
  const client = createClient({ baseUrl: url, key: () => key });
  key = (await client.call(signIn, { body: { email: email ?? '', password: password ?? '' } })).uniqueKey;
  return client;
}

async function onlyBot(client: Client) {
  const [bot] = await client.call(listBots, { query: {} });
  if (!bot) throw new Error('there is no bot');
  return bot;
}

async function untilState(client: Client, state: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await onlyBot(client)).state === state) return;
    await rest(500);
  }
  throw new Error(`the bot is not ${state} after five minutes`);
}

async function allRecords(client: Client, id: string): Promise<Mapped<ContractRecord>[]> {
  const limit = 1000;
  const found: Mapped<ContractRecord>[] = [];
  for (;;) {
    const page = await client.call(listRecords, { params: { id }, query: { offset: found.length, limit } });
    found.push(...page);
    if (page.length < limit) return found;
  }
}

interface VenueAccount {
  readonly id: string;
  readonly key: string;
  readonly trades: number;
  readonly openOrders: number;
  readonly balances: Readonly<Record<string, { free: Decimal; locked: Decimal }>>;
}

async function venueAccount(client: Client, lastFour: string): Promise<VenueAccount> {
  const { accounts } = (await client.call(getTrialVenue, {})) as { accounts: VenueAccount[] };
  const found = accounts.find(({ key }) => key.endsWith(lastFour));
  if (!found) throw new Error('the virtual exchange does not know the account');
  return found;
}

async function check(client: Client): Promise<boolean> {
  const bot = await onlyBot(client);
  const records = await allRecords(client, bot.id);
  const account = await venueAccount(client, bot.apiKey);
  const atExchange = Object.fromEntries(
    Object.entries(account.balances).map(([currency, { free, locked }]) => [currency, add(free, locked)]),
  );
  const byRecords = moveBalances(bot.config.initialBalance ?? {}, records);
  const profit = records.reduce((total, { basisPointChanged }) => total + basisPointChanged, 0);
  say(`${records.length} records, ${account.trades} trades at the exchange, ${account.openOrders} orders open`);
  say(`initial      ${JSON.stringify(bot.config.initialBalance)}`);
  say(`by records   ${JSON.stringify(byRecords)}`);
  say(`bot          ${JSON.stringify(bot.balances)}`);
  say(`exchange     ${JSON.stringify(atExchange)}`);
  say(`profit       ${bot.basisPoint} bp by the bot, ${profit} bp by its records`);
  const wrong = [
    ...differingCurrencies(byRecords, bot.balances ?? {}).map((currency) => `${currency}: records and bot differ`),
    ...differingCurrencies(byRecords, atExchange).map((currency) => `${currency}: records and exchange differ`),
    ...(new Set(records.map(({ id }) => id)).size === records.length ? [] : ['a record is there twice']),
    ...(Math.abs(bot.basisPoint - profit) < 1e-9 ? [] : ['profit differs']),
    ...(account.openOrders === 0 ? [] : ['orders are open after the stop']),
    ...(records.length > 0 ? [] : ['nothing was traded']),
  ];
  for (const line of wrong) say(`WRONG: ${line}`);
  return wrong.length === 0;
}

const passed = await withDataFolder(async (folder) => {
  let product = await startProduct(folder, settings);
  try {
    await rest((minutes * 60_000) / 2);
    say('killed');
    await product.stop('SIGKILL');
    product = await startProduct(folder, settings);
    await rest((minutes * 60_000) / 2);
    const client = await signedIn(product);
    const bot = await onlyBot(client);
    await client.call(stopBot, { params: { id: bot.id } });
    await untilState(client, 'stopped');
    return await check(client);
  } finally {
    await product.stop('SIGINT');
  }
});
say(passed ? 'everything agrees' : 'NOT everything agrees');
process.exitCode = passed ? 0 : 1;
