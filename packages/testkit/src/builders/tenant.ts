import {
  type BotRow,
  createVault,
  type Database,
  type Exchange,
  type ExchangeAccount,
  type NewBot,
  type NewExchange,
  type NewOrganization,
  type NewSignUp,
  type NewUser,
  type Organization,
  parseMasterKeys,
  type SealedCredentials,
  sealCredentials,
  type User,
  type Vault,
} from '@tenbin/db';
import { newId } from '../new-id.ts';

type BalancingSettings = Extract<NewBot['strategy'], { readonly kind: 'balancing' }>;

/** As an environment variable holds it. */
export const testMasterKey = '4f1d8e07c2b35a96e0718f24bd6c93a5117ee82c40d95b3a6f0288c7d1e4b936';

/** Opens what the builders sealed. */
export const testVault: Vault = createVault(parseMasterKeys(testMasterKey));

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** A free one: its bots run without a plan. */
export function buildOrganization(database: Database, given: Partial<NewOrganization> = {}): Promise<Organization> {
  const number = next();
  return database.platform.organizations.create({ slug: `brand-${number}`, name: `Organization ${number}`, isFree: true, ...given });
}

/** An exchange that the organization offers. */
export async function buildExchange(database: Database, organizationId: string, given: Partial<NewExchange> = {}): Promise<Exchange> {
  const exchange = await database.platform.exchanges.save({ name: `Exchange ${next()}`, ccxtId: 'binance', ...given });
  await database.platform.exchanges.offer(organizationId, exchange.id);
  return exchange;
}

/** A verified user. The password hash is no hash of anything. */
export function buildUser(database: Database, organizationId: string, given: Partial<NewUser> = {}): Promise<User> {
  const user = { email: `user-${next()}@example.com`, passwordHash: 'no hash', verifiedAt: new Date(), ...given };
  return database.forOrganization(organizationId).users.create(user);
}

/** What somebody signs up with, to be stored. */
export const newSignUp = (given: Partial<NewSignUp> = {}): NewSignUp => ({
  email: 'newcomer@example.com',
  passwordHash: 'no hash',
  ticketHash: 'ticket',
  language: 'en',
  referredBy: null,
  codeHash: null,
  codeExpiresAt: null,
  createdAt: new Date(),
  expiresAt: new Date(Date.now() + 3_600_000),
  ...given,
});

export async function buildExchangeAccount(
  database: Database,
  user: { readonly organizationId: string; readonly userId: string | null; readonly exchangeId: string },
  credentials: Partial<SealedCredentials> = {},
): Promise<ExchangeAccount> {
  const { organizationId, userId, exchangeId } = user;
  const number = next();
  const secrets: SealedCredentials = { apiKey: `key-${number}`, secret: `secret-${number}`, passphrase: null, ...credentials };
  const id = newId();
  return database.forOrganization(organizationId).exchangeAccounts.create({
    id,
    userId,
    exchangeId,
    ...sealCredentials(testVault, { organizationId, id, exchangeId }, secrets),
  });
}

/** The settings of a bot that balances the three currencies that every test has. */
export const balancing = ({
  pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'],
  delta = 0.005,
}: {
  readonly pairs?: readonly string[] | undefined;
  readonly delta?: number | undefined;
} = {}): BalancingSettings => ({ kind: 'balancing', pairs, delta });

export function buildBot(
  database: Database,
  organizationId: string,
  {
    pairs,
    delta,
    ...given
  }: { readonly userId: string; readonly exchangeAccountId: string } & Partial<Omit<NewBot, 'userId'>> &
    Partial<Omit<BalancingSettings, 'kind'>>,
): Promise<BotRow> {
  return database.forOrganization(organizationId).bots.create({
    name: `bot-${next()}`,
    strategy: balancing({ pairs, delta }),
    type: 'MANUAL',
    ...given,
  });
}

export interface Tenant {
  readonly organization: Organization;
  readonly exchange: Exchange;
  readonly user: User;
  readonly account: ExchangeAccount;
  readonly bot: BotRow;
}

/** An organization with one of everything. */
export async function buildTenant(database: Database): Promise<Tenant> {
  const organization = await buildOrganization(database);
  const organizationId = organization.id;
  const exchange = await buildExchange(database, organizationId);
  const user = await buildUser(database, organizationId);
  const account = await buildExchangeAccount(database, { organizationId, userId: user.id, exchangeId: exchange.id });
  const bot = await buildBot(database, organizationId, { userId: user.id, exchangeAccountId: account.id });
  return { organization, exchange, user, account, bot };
}
