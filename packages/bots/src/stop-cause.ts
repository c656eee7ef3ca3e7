import { botErrorCodes } from './bot-error.ts';

/** Who may ask that a bot no longer runs. */
export const stopAskers = ['user', 'staff', 'plan'] as const;

/** Why a bot is not wanted to run: who asked for that; or the fault for which it stopped by itself. */
export const stopCauses = [...stopAskers, ...botErrorCodes] as const;
export type StopCause = (typeof stopCauses)[number];
