import { DomainError } from '@tenbin/market';

export const longestBotName = 18;

const allowed = /^[A-Za-z0-9_-]+$/;

/**
 * What is wrong with a bot's name; null where nothing is. For a form, while typing.
 *
 * An empty name counts as one that has no allowed character.
 */
export function botNameFault(name: string): 'botNameTooLong' | 'invalidBotName' | null {
  if (!allowed.test(name)) return 'invalidBotName';
  return name.length > longestBotName ? 'botNameTooLong' : null;
}

/** @throws {DomainError} `invalidBotName`, `botNameTooLong` */
export function requireBotName(name: string): string {
  const fault = botNameFault(name);
  if (fault) throw new DomainError(fault, { name: name.slice(0, 60), longest: longestBotName });
  return name;
}
