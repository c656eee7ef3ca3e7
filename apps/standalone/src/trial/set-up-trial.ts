import type { Brand } from '@tenbin/brand';
import {
  ApiError,
  type Client,
  createBot,
  createClient,
  createTrialAccount,
  createUser,
  getInstallation,
  listBots,
  listOrganizations,
  listOwnExchanges,
  listTrialMails,
  resendVerification,
  signIn,
  signOut,
  startBot,
  updateSelf,
  verifyUser,
} from '@tenbin/contract';
import type { Database, OrganizationDatabase, Staff, StaffMember } from '@tenbin/db';
import type { Runtime } from '@tenbin/runtime';
import { hashPassword } from '@tenbin/server';
import { givePlan } from './sell-plans.ts';
import type { TrialAccount, TrialAccounts } from './trial-accounts.ts';

/** What the trial's own bot is given: an order width of 0.5 %, so that it trades within a minute; of the pairs those that there are. */
const trialBot = { name: 'Trial-1', pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.0025 };

/**
 * Makes the trial's users through the product's own calls, gives them a plan where plans are sold, and sets the first one's
 * bot up. Every step asks first whether it was done already, so that a first start that was interrupted goes on where it was.
 *
 * @param url - of the running server
 * @param trial - `database`: where the administrators and the operator are made; `pairs`: what the virtual exchange trades
 */
export async function setUpTrial(
  url: string,
  accounts: TrialAccounts,
  { database, clock, pairs }: { readonly database: Database; readonly clock: Pick<Runtime, 'now'>; readonly pairs: readonly string[] },
): Promise<void> {
  const organizations = await createClient({ baseUrl: url, key: () => null }).call(listOrganizations, {});
  for (const [index, account] of accounts.all.entries()) {
    if (account.isReady) continue;
    if (account.role === 'operator') {
      await setUpStaff(database.platform.operators, 'operator', account);
    } else {
      const organization = organizations.find(({ slug }) => slug === account.organization);
      if (!organization) throw new Error(`the organization ${account.organization} is missing`);
      const { id } = organization;
      // The virtual exchange has it for its price alone.
      await database.platform.organizations.update(id, { settings: { omitPairs: ['USDT/JPY'] } });
      if (account.role === 'administrator') await setUpStaff(database.forOrganization(id).administrators, 'owner', account);
      else await setUpUser(url, account, { database, clock, organization: id, pairsOfBot: index === 0 ? pairs : null });
    }
    await accounts.markReady(account);
  }
}

/** Nobody signs up to administer: whoever installs the product makes the first ones. */
async function setUpStaff<Role extends StaffMember['role']>(
  staff: Staff<Role>,
  role: Role,
  { email, password }: TrialAccount,
): Promise<void> {
  if (await staff.findByEmail(email)) return;
  await staff.create({ email, passwordHash: await hashPassword(password), role });
}

async function setUpUser(
  url: string,
  account: TrialAccount,
  {
    database,
    clock,
    organization,
    pairsOfBot,
  }: {
    readonly database: Database;
    readonly clock: Pick<Runtime, 'now'>;
    readonly organization: string;
    readonly pairsOfBot: readonly string[] | null;
  },
): Promise<void> {
  let key: string | null = null;
  const client = createClient({ baseUrl: url, key: () => key, language: () => 'ja' });
  if (!(await canSignUp(url, account))) await setUpInvited(database.forOrganization(organization), account, clock.now());
  key = await keyOf(client, account, organization);
  await givePlan(database.forOrganization(organization), account.email, clock.now());
  await client.call(updateSelf, { body: { actionFlags: ['AccountInfoCompleted', 'PlanSelectionCompleted'] } });
  if (pairsOfBot) await runBot(client, pairsOfBot);
  await client.call(signOut, {});
}

/** Whether anybody may, without an invitation. Who may not is made as staff is. */
async function canSignUp(url: string, { organization: brand }: TrialAccount): Promise<boolean> {
  const client = createClient({ baseUrl: url, key: () => null });
  const found = await client.call(getInstallation, { query: brand === null ? {} : { brand } });
  const { features, enableAffiliateCode } = found.brand as Pick<Brand, 'features' | 'enableAffiliateCode'>;
  return features.signUp && !enableAffiliateCode;
}

async function setUpInvited({ users }: OrganizationDatabase, { email, password }: TrialAccount, verifiedAt: Date): Promise<void> {
  if (await users.findByEmail(email)) return;
  await users.create({ email, passwordHash: await hashPassword(password), verifiedAt });
}

/** Signs in; signs up and verifies first where that has not been done. */
async function keyOf(client: Client, { email, password }: TrialAccount, organization: string): Promise<string> {
  const who = { email, password, organization };
  try {
    return (await client.call(signIn, { body: who })).uniqueKey;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    if (error.code === 'emailVerified') await sendAgain(client, { email, organization });
    else await client.call(createUser, { body: { ...who, language: 'ja' } });
  }
  const mails = await client.call(listTrialMails, {});
  const code = mails.find(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0];
  if (!code) throw new Error(`no code was mailed to ${email}`);
  return (await client.call(verifyUser, { body: { ...who, code } })).uniqueKey;
}

/** Where it is too soon for another code, the one that was mailed is good still. */
async function sendAgain(client: Client, who: { readonly email: string; readonly organization: string }): Promise<void> {
  await client.call(resendVerification, { body: who }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.code === 'resendTooSoon')) throw error;
  });
}

async function runBot(client: Client, pairs: readonly string[]): Promise<void> {
  const [made] = await client.call(listBots, { query: {} });
  const bot = made ?? (await makeBot(client, pairs));
  if (!bot.active) await client.call(startBot, { params: { id: bot.id } });
}

async function makeBot(client: Client, pairs: readonly string[]) {
  const [exchange] = await client.call(listOwnExchanges, {});
  if (!exchange) throw new Error('the trial offers no exchange');
  const { key: apiKey, secret } = await client.call(createTrialAccount, { body: {} });
  const settings = { ...trialBot, pairs: trialBot.pairs.filter((pair) => pairs.includes(pair)) };
  const { bot } = await client.call(createBot, { body: { ...settings, exchangeId: exchange.id, apiKey, secret } });
  return bot;
}
