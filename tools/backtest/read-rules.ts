import { readFileSync } from 'node:fs';
import { DomainError, type MarketRules, parseDecimal, parsePair } from '@tenbin/market';
import type { RulesByPair } from '@tenbin/strategy';

/** What a rules file may say of a pair; `tickSize` and `lotSize` it must. */
interface WrittenRules {
  readonly tickSize: string;
  readonly lotSize: string;
  readonly minimumAmount?: string;
  readonly minimumNotional?: string;
  readonly baseUnit?: string;
  readonly counterUnit?: string;
  readonly makerFee?: number;
}

/**
 * Reads an exchange's rules: `{"BTC/USDT": {"tickSize": "0.01", "lotSize": "0.00001", "minimumNotional": "5"}, …}`.
 *
 * @throws {DomainError} `rulesInvalid` names the pair; `notADecimal`, `invalidCurrencyPairName`
 */
export function readRules(path: string): RulesByPair {
  const written = readJson(path);
  if (typeof written !== 'object' || written === null) throw new DomainError('rulesInvalid', { path, reason: 'it is no object by pair' });
  return new Map(Object.entries(written).map(([pair, rules]) => [parsePair(pair).name, toRules(pair, rules, path)]));
}

const wanted = 'tickSize and lotSize are needed; all but makerFee are written as texts like "0.01"';

function readJson(path: string): unknown {
  const text = readFileSync(path, 'utf8');
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new DomainError('rulesInvalid', { path, reason: 'it is no JSON' }, { cause });
  }
}

function toRules(pair: string, written: unknown, path: string): MarketRules {
  if (!isWrittenRules(written)) throw new DomainError('rulesInvalid', { path, pair, reason: wanted });
  const { tickSize, lotSize, minimumAmount = lotSize, minimumNotional = '0', baseUnit, counterUnit, makerFee = 0.001 } = written;
  return {
    pair,
    tickSize: parseDecimal(tickSize),
    lotSize: parseDecimal(lotSize),
    minimumAmount: parseDecimal(minimumAmount),
    maximumAmount: null,
    minimumNotional: parseDecimal(minimumNotional),
    minimumPrice: null,
    maximumPrice: null,
    priceBand: null,
    baseUnit: baseUnit === undefined ? null : parseDecimal(baseUnit),
    counterUnit: counterUnit === undefined ? null : parseDecimal(counterUnit),
    makerFee,
    takerFee: makerFee,
  };
}

function isWrittenRules(value: unknown): value is WrittenRules {
  if (typeof value !== 'object' || value === null) return false;
  const {
    tickSize,
    lotSize,
    minimumAmount = '',
    minimumNotional = '',
    baseUnit = '',
    counterUnit = '',
    makerFee = 0,
  } = value as Record<string, unknown>;
  const texts = [tickSize, lotSize, minimumAmount, minimumNotional, baseUnit, counterUnit];
  return texts.every((one) => typeof one === 'string') && typeof makerFee === 'number';
}
