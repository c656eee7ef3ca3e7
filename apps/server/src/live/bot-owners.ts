/** Which user a bot belongs to, as far as it was looked up: it never changes. */
export interface BotOwners {
  isOwner(userId: string, botId: string): boolean;
  remember(userId: string, botId: string): void;
}

const maxRemembered = 50_000;

export function createBotOwners(): BotOwners {
  const owners = new Map<string, string>();
  return {
    isOwner: (userId, botId) => owners.get(botId) === userId,
    remember(userId, botId) {
      if (owners.size >= maxRemembered) owners.clear();
      owners.set(botId, userId);
    },
  };
}
