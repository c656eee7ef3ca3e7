import { readFileSync } from 'node:fs';
import { DomainError, parseDecimal, parsePair } from '@tenbin/market';
import { boundsOf, type MarketMakingSettings, requireMarketMaking } from '@tenbin/strategy';

const ofKind = {
  spread: ['spread', 'amount', 'intervalMs'],
  calculateOrder: [
    'inventoryTargetBasePct',
    'orderLevels',
    'bidSpread',
    'askSpread',
    'orderLevelSpread',
    'orderAmount',
    'orderLevelAmount',
    'midPriceThreshold',
    'intervalMs',
  ],
} as const;
const limits = ['minimumSpread', 'refreshTolerance', 'maxOrderAgeMs', 'priceCeiling', 'priceFloor', 'filledOrderDelayMs'];
const optional = { spread: limits, calculateOrder: [...limits, 'inventoryRangeMultiplier'] };

/**
 * Reads a market maker's parameters by the names that its calls have:
 * `{"kind": "spread", "pair": "BTC/USDT", "spread": 0.1, "amount": "0.01", "intervalMs": 10000}`.
 *
 * @throws {DomainError} `makerInvalid` with the reason; what `requireMarketMaking` throws
 */
export function readMaker(path: string): MarketMakingSettings {
  const refuse = (reason: string) => new DomainError('makerInvalid', { path, reason });
  const written = readJson(path, refuse);
  const { kind, pair, ...given } = written;
  if (kind !== 'spread' && kind !== 'calculateOrder') throw refuse('its kind is neither spread nor calculateOrder');
  if (typeof pair !== 'string') throw refuse('it names no pair');
  const known: readonly string[] = [...ofKind[kind], ...optional[kind]];
  const stranger = Object.keys(given).find((name) => !known.includes(name));
  if (stranger !== undefined) throw refuse(`a ${kind} bot has no ${stranger}`);
  const missing = ofKind[kind].find((name) => given[name] === undefined);
  if (missing !== undefined) throw refuse(`${missing} is missing`);
  const parameters = Object.entries(given).map(([name, value]) => {
    const isDecimal = boundsOf(name)?.isDecimal === true;
    if (typeof value === 'number' && Number.isFinite(value)) return [name, isDecimal ? parseDecimal(value) : value];
    if (isDecimal && typeof value === 'string') return [name, parseDecimal(value)];
    throw refuse(`${name} is no number`);
  });
  // Every name was looked for, and every value is of its kind.
  const settings = { kind, pairs: [parsePair(pair).name], ...Object.fromEntries(parameters) } as MarketMakingSettings;
  requireMarketMaking(settings);
  return settings;
}

function readJson(path: string, refuse: (reason: string) => DomainError): Readonly<Record<string, unknown>> {
  const text = readFileSync(path, 'utf8');
  try {
    const written: unknown = JSON.parse(text);
    if (typeof written === 'object' && written !== null && !Array.isArray(written)) return { ...written };
  } catch {
    throw refuse('it is no JSON');
  }
  throw refuse('it is no object');
}
