import type { BotPhase } from './bot-phase.ts';

/** How a bot stands, as screens tell it: those that run first. */
export const botStates = ['running', 'starting', 'rebalancing', 'stopping', 'stopped'] as const satisfies readonly BotPhase['kind'][];
