import { BotsError } from './bots-error.ts';

export const maxBotNameLength = 18;

const allowed = /^[A-Za-z0-9_-]+$/;

/**
 * What is wrong with a bot's name; null where nothing is. For a form, while typing.
 *
 * An empty name counts as one that has no allowed character.
 */
export function botNameFault(name: string): 'botNameTooLong' | 'invalidBotName' | null {
  if (!allowed.test(name)) return 'invalidBotName';
  return name.length > maxBotNameLength ? 'botNameTooLong' : null;
}

/** @throws {DomainError} `invalidBotName`, `botNameTooLong` */
export function requireBotName(name: string): string {
  const fault = botNameFault(name);
  if (fault) throw new BotsError(fault, { name: name.slice(0, 60), longest: maxBotNameLength });
  return name;
}
