/** Which user a bot belongs to, as far as it was looked up lately. */
export interface BotOwners {
  isOwner(userId: string, botId: string): boolean;
  remember(userId: string, botId: string): void;
  /** After anything happened to the bot: it may be gone. */
  forget(botId: string): void;
}

const rememberMs = 30_000;
const mostRemembered = 50_000;

export function createBotOwners(): BotOwners {
  const owners = new Map<string, { readonly userId: string; readonly until: number }>();
  return {
    isOwner(userId, botId) {
      const known = owners.get(botId);
      return known?.userId === userId && performance.now() < known.until;
    },
    remember(userId, botId) {
      if (owners.size >= mostRemembered) owners.clear();
      owners.set(botId, { userId, until: performance.now() + rememberMs });
    },
    forget: (botId) => void owners.delete(botId),
  };
}
