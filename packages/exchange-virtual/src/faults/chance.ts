import { seededRandom } from '@tenbin/runtime';

/** From 0 to 1: the same for the same seed and the same draw. */
export const chance = (seed: number, draw: number): number => seededRandom(Math.imul(seed + 1, 0x9e3779b1) + draw).next();
