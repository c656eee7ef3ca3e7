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
export async function signUpByCalls(product: Product, { brand, language, ...who }: Person): Promise<Client> {
  let key: string | null = null;
  const client = createClient({ baseUrl: product.url, key: () => key, language: () => language });
  const { organization } = await client.call(getInstallation, { query: { brand } });
  await client.call(createUser, { body: { ...who, organization, language } });
  const code = await mailed(product, who.email, /\b\d{6}\b/);
  key = (await client.call(verifyUser, { body: { ...who, organization, code } })).uniqueKey;
  await client.call(updateSelf, { body: { firstName: 'Hana', lastName: 'Kato', actionFlags: ['AccountInfoCompleted'] } });
  return client;
}

/** Gives them a bot, which is not started. @returns its id */
export async function giveBot(client: Client, name: string): Promise<string> {
  const [exchange] = await client.call(listOwnExchanges, {});
  const { key: apiKey, secret } = await client.call(createTrialAccount, { body: {} });
  const settings = { name, pairs: ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'], delta: 0.0025, exchangeId: exchange?.id ?? '' };
  return (await client.call(createBot, { body: { ...settings, apiKey, secret } })).bot.id;
}
