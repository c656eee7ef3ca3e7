import type { Route } from '@tenbin/contract';
import type { Owner } from '../route/caller.ts';
import type { Implementation } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';

interface BotInput {
  readonly params?: { readonly id: string };
  readonly query?: { readonly botId?: string };
}

/** Whose bot it is. */
type FindOwner<Input> = (botId: string, input: Input) => Promise<Owner | null>;

/**
 * Serves what a bot's user reads of it to whoever manages something: by the same code, as that user. So it counts towards what
 * that user may ask of an exchange.
 *
 * @param userCalls - among which those of the bots' users are found
 */
export function readAsItsUser<Input>(
  route: Route,
  { userCalls, findOwner }: { readonly userCalls: readonly Implementation[]; readonly findOwner: FindOwner<Input> },
): (input: Input) => Promise<never> {
  const path = route.path.replace(/^\/[^/]+\//, '/api/');
  const own = userCalls.find((call) => call.route.path === path && call.route.method === route.method);
  if (own?.kind !== 'call') throw new Error(`nobody serves ${path} to users`);
  return async (input) => {
    const { params, query } = input as BotInput;
    const id = params?.id ?? query?.botId;
    const owner = id === undefined ? null : await findOwner(id, input);
    if (!owner) throw new Refusal('botNotFound');
    return own.handle({ ...input, actor: { ...(input as { readonly actor: object }).actor, ...owner } } as never) as never;
  };
}
