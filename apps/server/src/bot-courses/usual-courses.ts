import type { Brand } from '@tenbin/brand';
import type { BotCourse } from '@tenbin/db';

type Course = Pick<BotCourse, 'type' | 'strategy'>;

const main = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const ripple = ['BTC/USDT', 'XRP/USDT', 'XRP/BTC'];
const cot = ['BTC/USDT', 'COT/USDT', 'COT/BTC'];

/** Widths of 1, 2 and 1 %, the last one of a currency that moves more. The words are the product's own. */
export const usualCourses = ({ features: { requiredCot } }: Brand): readonly Course[] => [
  { type: 'basic', strategy: { kind: 'balancing', pairs: requiredCot ? cot : main, delta: 0.005 } },
  { type: 'balance', strategy: { kind: 'balancing', pairs: requiredCot ? cot : main, delta: 0.01 } },
  { type: 'challenge', strategy: { kind: 'balancing', pairs: requiredCot ? cot.slice(1) : ripple, delta: 0.005 } },
];
