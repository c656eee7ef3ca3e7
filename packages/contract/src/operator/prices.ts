import * as z from 'zod/mini';
import { text } from '../shapes.ts';

/** Whole yen. */
export const Price = z.number().check(z.int(), z.minimum(0), z.maximum(100_000_000));
/** Of a volume: up to all of it. */
export const BasisPoints = text(12, { pattern: /^(?:\d{1,4}(?:\.\d{1,4})?|10000)$/ });
/** Yen for a US dollar. */
export const Rate = text(20, { pattern: /^[1-9]\d{0,4}(?:\.\d{1,8})?$/ });
