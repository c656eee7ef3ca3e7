import {
  type Client,
  createBot,
  createClient,
  createTrialAccount,
  createUser,
  getInstallation,
  listOwnExchanges,
  updateSelf,
  verifyUser,
} from '@tenbin/contract';
import type { Brand, Product } from '../product.ts';
import { mailed } from './newcomer.ts';
import type { Language } from './say.ts';

interface Person {
  readonly brand: Brand;
  readonly email: string;
  readonly password: string;
  readonly language: Language;
}

/** Signs somebody up by calls, for journeys that are about what comes after. @returns their own calls */
export async function signUpByCalls(product: Product, { brand, ...who }: Person): Promise<Client> {
  const { organization } = await createClient({ baseUrl: product.url, key: () => null }).call(getInstallation, { query: { brand } });
  return (await signUpWith(product, organization, who)).client;
}

/** The same with an organization that has no pages of its own. @returns their key, too */
export async function signUpWith(
  product: Product,
  organization: string,
  { language, ...who }: Omit<Person, 'brand'>,
): Promise<{ readonly client: Client; readonly key: string }> {
  let key: string | null = null;
  const client = createClient({ baseUrl: product.url, key: () => key, language: () => language });
  await client.call(createUser, { body: { ...who, organization, language } });
  const code = await mailed(product, who.email, /\b\d{6}\b/);
  key = (await client.call(verifyUser, { body: { ...who, organization, code } })).uniqueKey;
  await client.call(updateSelf, { body: { firstName: 'Hana', lastName: 'Kato', actionFlags: ['AccountInfoCompleted'] } });
  return { client, key };
}

/** Gives them a bot, which is not started. @returns its id */
export async function giveBot(client: Client, name: string): Promise<string> {
  const [exchange] = await client.call(listOwnExchanges, {});
  const { key: apiKey, secret } = await client.call(createTrialAccount, { body: {} });
  const settings = { name, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.0025, exchangeId: exchange?.id ?? '' };
  return (await client.call(createBot, { body: { ...settings, apiKey, secret } })).bot.id;
}
