import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ExchangeError } from '@tenbin/exchange';
import type { CcxtClass } from './ccxt-exchange.ts';

const require = createRequire(import.meta.url);
const sources = join(dirname(require.resolve('ccxt')), '..', 'js', 'src');
const idPattern = /^[a-z0-9]{2,40}$/;

/**
 * Loads one exchange of ccxt and nothing of the other hundred: the streaming class where there is one.
 * The package's own door loads all of them; its sources lie beside it.
 *
 * @throws {ExchangeError} `notSupported` when ccxt has no such exchange
 */
export function loadCcxtClass(ccxtId: string): CcxtClass {
  const candidates = idPattern.test(ccxtId) ? [join(sources, 'pro', `${ccxtId}.js`), join(sources, `${ccxtId}.js`)] : [];
  const file = candidates.find((candidate) => existsSync(candidate));
  if (file === undefined) {
    throw new ExchangeError(`ccxt has no exchange '${ccxtId.slice(0, 40)}'`, { kind: 'rejected', reason: 'notSupported' });
  }
  return (require(file) as { default: CcxtClass }).default;
}

/** A part of ccxt that its exchanges are made of. @param path - below its sources: 'base/errors.js' */
export const loadCcxtPart = (path: string): unknown => require(join(sources, path));
