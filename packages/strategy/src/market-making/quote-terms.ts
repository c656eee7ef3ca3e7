import { add, type Decimal, isPositive, multiply, type PairName, parsePair } from '@tenbin/market';
import { StrategyError } from '../strategy-error.ts';

/** What every market maker may set besides; what is left out does not apply. */
export interface QuoteLimits {
  /** Percent of the mid: an order that has come nearer to it is taken away. */
  readonly minimumSpread?: number;
  /** Percent of its price that an order may be off and keep its place; 0 unless given. */
  readonly refreshTolerance?: number;
  readonly maxOrderAgeMs?: number;
  /** Counter per base. With the mid there or above nothing is bought; there or below nothing is sold. */
  readonly priceCeiling?: Decimal;
  readonly priceFloor?: Decimal;
  /** A level that was filled is quoted again so long afterwards; with the next refresh unless given. */
  readonly filledOrderDelayMs?: number;
}

/** One bid and one ask, each as far from the mid. */
export interface SpreadSettings extends QuoteLimits {
  readonly kind: 'spread';
  /** Exactly one. */
  readonly pairs: readonly PairName[];
  /** From the mid to each quote, percent. */
  readonly spread: number;
  /** In base. */
  readonly amount: Decimal;
  readonly intervalMs: number;
}

/** Several levels on each side, and amounts that lean against the inventory. */
export interface CalculateOrderSettings extends QuoteLimits {
  readonly kind: 'calculateOrder';
  /** Exactly one. */
  readonly pairs: readonly PairName[];
  /** What part of the worth shall be base, percent. */
  readonly inventoryTargetBasePct: number;
  readonly orderLevels: number;
  /** From the mid to the first level, percent; and from level to level. */
  readonly bidSpread: number;
  readonly askSpread: number;
  readonly orderLevelSpread: number;
  /** Of the first level, in base; and what each further one has more. */
  readonly orderAmount: Decimal;
  readonly orderLevelAmount: Decimal;
  /** Percent by which the mid must move to be followed at once; 0: it is followed at each interval only. */
  readonly midPriceThreshold: number;
  readonly intervalMs: number;
  /** The inventory's range as a multiple of all that is quoted; 1 unless given. */
  readonly inventoryRangeMultiplier?: number;
}

export type MarketMakingSettings = SpreadSettings | CalculateOrderSettings;

/** What both kinds come to. */
export interface QuoteTerms extends QuoteLimits, Omit<CalculateOrderSettings, 'kind' | 'pairs' | 'inventoryTargetBasePct'> {
  readonly pair: PairName;
  /** Null: amounts do not follow the inventory. */
  readonly inventoryTargetBasePct: number | null;
}

export function quoteTermsOf(settings: MarketMakingSettings): QuoteTerms {
  const pair = settings.pairs[0] ?? '';
  if (settings.kind === 'calculateOrder') return { ...settings, pair };
  const { spread, amount, ...limits } = settings;
  const oneLevel = { orderLevels: 1, orderLevelSpread: 0, orderAmount: amount, orderLevelAmount: '0' };
  return { ...limits, ...oneLevel, pair, bidSpread: spread, askSpread: spread, midPriceThreshold: 0, inventoryTargetBasePct: null };
}

/** In base, before it leans against the inventory. */
export const amountOfLevel = ({ orderAmount, orderLevelAmount }: QuoteTerms, level: number): Decimal =>
  add(orderAmount, multiply(orderLevelAmount, String(level)));

const dayMs = 86_400_000;

/** Base, and counter per base: more is no amount or price of any market. */
const maxDecimal = 1e15;

interface ParameterBounds {
  readonly lowest: number;
  readonly highest: number;
  /** The lowest itself is too low. */
  readonly isAbove?: true;
  readonly isWhole?: true;
  /** An amount or a price, which is decimal text. */
  readonly isDecimal?: true;
}

const positiveDecimal: ParameterBounds = { lowest: 0, highest: maxDecimal, isAbove: true, isDecimal: true };

/** What each may be, both included. */
const bounds: Readonly<Record<string, ParameterBounds>> = {
  pairs: { lowest: 1, highest: 1 },
  spread: { lowest: 0.0001, highest: 99.9999 },
  bidSpread: { lowest: 0.0001, highest: 99.9999 },
  askSpread: { lowest: 0.0001, highest: 99.9999 },
  orderLevelSpread: { lowest: 0, highest: 99.9999 },
  orderLevels: { lowest: 1, highest: 20, isWhole: true },
  amount: positiveDecimal,
  orderAmount: positiveDecimal,
  orderLevelAmount: { lowest: -maxDecimal, highest: maxDecimal, isDecimal: true },
  inventoryTargetBasePct: { lowest: 0, highest: 100 },
  inventoryRangeMultiplier: { lowest: 0.01, highest: 100 },
  midPriceThreshold: { lowest: 0, highest: 100 },
  intervalMs: { lowest: 1_000, highest: dayMs, isWhole: true },
  minimumSpread: { lowest: 0, highest: 99.9999 },
  refreshTolerance: { lowest: 0, highest: 10 },
  maxOrderAgeMs: { lowest: 1_000, highest: 30 * dayMs, isWhole: true },
  priceCeiling: positiveDecimal,
  priceFloor: positiveDecimal,
  filledOrderDelayMs: { lowest: 0, highest: dayMs, isWhole: true },
};

/** Between what a parameter must be; null of one that is no number. */
export const boundsOf = (parameter: string): ParameterBounds | null => bounds[parameter] ?? null;

/** @param value - a number, or the text of a decimal */
export function isWithin({ lowest, highest, isAbove, isWhole, isDecimal }: ParameterBounds, value: unknown): boolean {
  const number = isDecimal && typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || (isWhole && !Number.isInteger(number))) return false;
  return (isAbove ? number > lowest : number >= lowest) && number <= highest;
}

/**
 * The rules that hold whatever the exchange and the ledger say.
 *
 * @throws {DomainError} `invalidCurrencyPairName`, `parameterOutOfRange`, `levelsTooWide`, `lastLevelEmpty`,
 * `minimumSpreadTooWide`, `priceFloorNotBelowCeiling`
 */
export function requireMarketMaking(settings: MarketMakingSettings): void {
  requireBound('pairs', settings.pairs.length);
  for (const pair of settings.pairs) parsePair(pair);
  for (const [parameter, value] of Object.entries(settings))
    if (parameter !== 'pairs' && value !== undefined) requireBound(parameter, value);
  const terms = quoteTermsOf(settings);
  requireLevels(terms);
  requireMinimumSpread(terms);
  const { priceFloor, priceCeiling } = terms;
  if (priceFloor !== undefined && priceCeiling !== undefined && Number(priceFloor) >= Number(priceCeiling))
    throw new StrategyError('priceFloorNotBelowCeiling', { floor: priceFloor, ceiling: priceCeiling });
}

function requireBound(parameter: string, value: unknown): void {
  const known = bounds[parameter];
  if (known === undefined || isWithin(known, value)) return;
  const { lowest, highest } = known;
  throw new StrategyError('parameterOutOfRange', { parameter, value: String(value), lowest, highest });
}

/** The last bid has a price, and the last level an amount. */
function requireLevels(terms: QuoteTerms): void {
  const { bidSpread, orderLevels, orderLevelSpread } = terms;
  const widest = bidSpread + (orderLevels - 1) * orderLevelSpread;
  if (!(widest < 100)) throw new StrategyError('levelsTooWide', { widest: String(widest) });
  const last = amountOfLevel(terms, orderLevels - 1);
  if (!isPositive(last)) throw new StrategyError('lastLevelEmpty', { amount: last, orderLevels });
}

/** Percent: the doubles of what is set leave no less where there is any. */
const leastRoom = 1e-9;

/** A quote that is as near as the minimum would be taken away as soon as it is placed. */
function requireMinimumSpread(terms: QuoteTerms): void {
  const { minimumSpread, bidSpread, askSpread, refreshTolerance = 0 } = terms;
  if (minimumSpread === undefined || roomAboveMinimum(terms) >= leastRoom) return;
  throw new StrategyError('minimumSpreadTooWide', { minimumSpread, spread: Math.min(bidSpread, askSpread), refreshTolerance });
}

/** How far the mid may move, percent, until the nearest order that kept its place can be nearer than the minimum. */
export const roomAboveMinimum = ({ bidSpread, askSpread, minimumSpread = 0, refreshTolerance = 0 }: QuoteTerms): number =>
  Math.min(bidSpread, askSpread) - minimumSpread - refreshTolerance;
