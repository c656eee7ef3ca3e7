import type { Currency, Decimal, PairName } from '@tenbin/market';
import type { BalancingSettings, CalculateOrderSettings, SpreadSettings } from '@tenbin/strategy';
import { type DeskAct, type DeskHappening, type LedgerName, ledgerNames, makerNames } from './desk-act.ts';
import { type Draw, drawFrom } from './draw.ts';
import { type Happening, troubleMs } from './happening.ts';
import { pairsOf } from './own-coin.ts';

/** An exchange account of the platform's, with virtual accounts on it: two make markets, one balances, and people send orders for all. */
export interface DeskCast {
  readonly bots: {
    readonly levels: CalculateOrderSettings;
    readonly spread: SpreadSettings;
    readonly balancing: BalancingSettings;
  };
  /** What each virtual account begins with. */
  readonly given: Readonly<Record<LedgerName, Readonly<Record<Currency, Decimal>>>>;
  /** What none of them has: little, so that it comes to be lacking. */
  readonly rest: Readonly<Record<Currency, Decimal>>;
}

const share = 0.3;
/** What is moved by somebody at once, at most. */
const moved: Readonly<Record<Currency, readonly Decimal[]>> = {
  BTC: ['0.0005', '0.002', '0.01'],
  ETH: ['0.01', '0.05', '0.2'],
  USDT: ['10', '75.5', '400.123456'],
};

/**
 * @param only - as in `planRound`; with `desk` every round has one
 * @returns null for most rounds
 */
export function drawDesk(seed: number, only: readonly string[] | null): DeskCast | null {
  // A draw of its own: what else a seed says about a round stays.
  const draw = drawFrom(Math.imul(seed, 0x27d4eb2f) >>> 0);
  const isThere = draw.chance(only?.includes('desk') ? 1 : share);
  const cast = drawCast(draw);
  return isThere ? cast : null;
}

function drawCast(draw: Draw): DeskCast {
  const [ofBtc, ofEth] = pairsOf(null) as readonly [PairName, PairName];
  const spread = draw.between(0.2, 0.8);
  const limits = drawLimits(draw);
  const base = draw.oneOf([ofBtc, ofBtc, ofEth]);
  return {
    bots: {
      levels: {
        kind: 'calculateOrder',
        pairs: [ofBtc],
        inventoryTargetBasePct: draw.whole(25, 75),
        orderLevels: draw.whole(2, 4),
        bidSpread: spread,
        askSpread: draw.chance(0.5) ? spread : draw.between(0.2, 0.8),
        orderLevelSpread: draw.between(0.05, 0.4),
        orderAmount: draw.oneOf(['0.002', '0.005', '0.01']),
        orderLevelAmount: draw.oneOf(['0', '0.001', '0.0015']),
        midPriceThreshold: draw.oneOf([0, 0.1, 0.3]),
        intervalMs: draw.whole(1_000, 3_000),
        ...limits,
      },
      spread: {
        kind: 'spread',
        // Often on the same pair as the other one: then their orders would meet.
        pairs: [base],
        spread: draw.between(0.15, 0.9),
        amount: base === ofBtc ? '0.004' : '0.08',
        intervalMs: draw.whole(1_000, 2_500),
      },
      balancing: { kind: 'balancing', pairs: pairsOf(null), delta: draw.between(0.004, 0.008) },
    },
    given: {
      levels: { BTC: draw.oneOf(['0.03', '0.15']), USDT: draw.oneOf(['1500', '9000']) },
      spread: base === ofBtc ? { BTC: '0.05', USDT: '3000' } : { ETH: '1', USDT: '3000' },
      balancing: { BTC: '0.1', ETH: '2', USDT: '6000' },
      hand: { BTC: '0.05', ETH: '1', USDT: '3000' },
    },
    rest: { BTC: '0.005', ETH: '0.1', USDT: '200' },
  };
}

const shareWithdrawn = 0.15;
/** More than the rest begins with. */
const withdrawn: Readonly<Record<Currency, Decimal>> = { BTC: '0.02', ETH: '0.3', USDT: '900' };

/**
 * Money that leaves the account outside of us, which takes the rest below zero. It has a draw of its own: what else a seed
 * says about a round stays.
 *
 * @param account - the exchange's name of the desk's account
 */
export function planWithdrawal(seed: number, account: string, only: readonly string[] | null): Happening[] {
  const draw = drawFrom(Math.imul(seed, 0x6c8e9cf5) >>> 0);
  const isWithdrawn = draw.chance(only?.includes('withdraw') ? 1 : shareWithdrawn);
  const [currency, amount] = draw.oneOf(Object.entries(withdrawn));
  const withdrawal = { type: 'withdraw', atMs: draw.whole(500, troubleMs - 2_000), account, currency, amount: `-${amount}` } as const;
  return isWithdrawn ? [withdrawal] : [];
}

/** What every market maker may set besides. */
function drawLimits(draw: Draw) {
  const all = {
    refreshTolerance: draw.between(0, 0.04),
    maxOrderAgeMs: draw.whole(2_000, 5_000),
    filledOrderDelayMs: draw.whole(500, 2_500),
  };
  const [isTolerant, isAging, isDelayed] = [draw.chance(0.5), draw.chance(0.3), draw.chance(0.3)];
  const { refreshTolerance, maxOrderAgeMs, filledOrderDelayMs } = all;
  return { ...(isTolerant && { refreshTolerance }), ...(isAging && { maxOrderAgeMs }), ...(isDelayed && { filledOrderDelayMs }) };
}

/** What operators do on a round's desk; as its faults, with a draw of its own. */
export function planDesk(draw: Draw): DeskHappening[] {
  const acts = Array.from({ length: draw.whole(8, 16) }, () => drawAct(draw));
  const orders = Array.from({ length: draw.whole(2, 4) }, () => drawOrder(draw));
  return [...acts, ...orders].map((act) => {
    // Whoever is started again is so before everybody is stopped for good.
    const latest = 'forMs' in act ? troubleMs / 2 - 500 - act.forMs : troubleMs - 300;
    return { type: 'desk', atMs: draw.whole(200, latest), act };
  });
}

function drawAct(draw: Draw): DeskAct {
  const currency = draw.oneOf(Object.keys(moved));
  const amount = draw.oneOf(moved[currency] ?? []);
  const from = draw.oneOf(ledgerNames);
  const to = draw.oneOf(ledgerNames.filter((name) => name !== from));
  const forMs = draw.whole(300, 2_500);
  const acts: readonly (() => DeskAct)[] = [
    () => ({ type: 'give', name: to, currency, amount }),
    () => ({ type: 'give', name: from, currency, amount: `-${amount}` }),
    () => ({ type: 'transfer', from, to, currency, amount: draw.chance(0.15) ? 'all' : amount }),
    () => ({ type: 'transfer', from, to, currency, amount }),
    () => ({ type: 'reverse' }),
    () => drawOrder(draw),
    () => ({ type: 'cancelByHand' }),
    () => ({ type: 'cancelByHand' }),
    () => ({ type: 'changeBot', name: draw.oneOf(['levels', 'spread'] as const), byPercent: draw.whole(-30, 40) }),
    () => ({ type: 'pauseBot', name: draw.oneOf(makerNames), forMs }),
    () => (draw.chance(0.4) ? { type: 'freeze', name: draw.oneOf(makerNames), forMs } : { type: 'reverse' }),
  ];
  return draw.oneOf(acts)();
}

/** On steps that hold whatever becomes of the pair's rules. */
function drawOrder(draw: Draw): DeskAct {
  const [pair, amount] = draw.oneOf([
    ['BTC/USDT', '0.002'],
    ['BTC/USDT', '0.005'],
    ['ETH/USDT', '0.04'],
    ['ETH/USDT', '0.1'],
  ] as const);
  const name = draw.chance(0.5) ? 'hand' : draw.oneOf(ledgerNames);
  const away = draw.chance(0.4) ? null : draw.between(-0.012, 0.012);
  return { type: 'orderByHand', name, pair, side: draw.oneOf(['buy', 'sell'] as const), amount, away };
}
