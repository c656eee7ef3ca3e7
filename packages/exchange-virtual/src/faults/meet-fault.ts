import { seededRandom } from '@tenbin/runtime';
import type { ArmedFault, ExchangeCall } from './fault.ts';

/** From 0 to 1: the same for the same seed and the same draw. */
export const chance = (seed: number, draw: number): number => seededRandom(Math.imul(seed + 1, 0x9e3779b1) + draw).next();

/** What a fault may strike. What is not known of it fits no fault that asks for it. */
export interface Target {
  readonly call?: ExchangeCall | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly pair?: string | undefined;
  readonly account?: string | undefined;
}

/** A fault that was injected, and what became of it so far. */
export interface Injected<Kind extends ArmedFault = ArmedFault> {
  readonly id: string;
  readonly fault: Kind;
  readonly injectedAt: number;
  /** What fitted it, struck or spared. */
  readonly seen: number;
  readonly struck: number;
}

/**
 * Whether a fault strikes what comes next: the same fault before the same targets always gives the same strikes.
 *
 * @returns the fault as it stands after that, and whether it struck
 */
export function meetFault<Kind extends ArmedFault>(
  injected: Injected<Kind>,
  target: Target,
): { readonly strikes: boolean; readonly after: Injected<Kind> } {
  const { fault, seen, struck } = injected;
  if (!fits(fault, target)) return { strikes: false, after: injected };
  const strikes = fault.probability === 1 || chance(fault.seed, seen) < fault.probability;
  return { strikes, after: { ...injected, seen: seen + 1, struck: struck + (strikes ? 1 : 0) } };
}

/** Whether it has struck as often, or stayed as long, as it was to. */
export const isOver = ({ fault: { times, lastsMs }, struck, injectedAt }: Injected, now: number): boolean =>
  struck >= (times ?? Number.POSITIVE_INFINITY) || now - injectedAt >= (lastsMs ?? Number.POSITIVE_INFINITY);

/** A socket that is being opened is struck only where that is asked for, so that it does not use up what is meant for requests. */
function fits({ type, where }: ArmedFault, target: Target): boolean {
  if (target.call === 'connect' && type !== 'maintenance' && type !== 'firewall' && where.call !== 'connect') return false;
  if (where.path !== undefined && !target.path?.startsWith(where.path)) return false;
  return (['call', 'method', 'pair', 'account'] as const).every((name) => where[name] === undefined || where[name] === target[name]);
}
