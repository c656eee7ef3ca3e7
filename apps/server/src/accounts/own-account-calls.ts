import { checkNewPassword } from '@tenbin/accounts';
import type { OwnAccountRoutes, Route, RouteOutput, RouteReply } from '@tenbin/contract';
import type { FoundSession } from '@tenbin/db';
import type * as z from 'zod/mini';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  endAuthenticator,
  factorsReply,
  replaceRecoveryCodes,
} from '../factors/own-authenticator.ts';
import { beginPasskey, confirmPasskey, endPasskey, renameOwnPasskey } from '../factors/own-passkeys.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { replaceMemberPassword } from '../passwords/replace-member-password.ts';
import { requirePasswordOf } from '../passwords/require-own-password.ts';
import type { Caller } from '../route/caller.ts';
import type { Implementation } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { endOwnOtherSessions, endOwnSession, sessionsReply } from '../sessions/own-sessions.ts';
import type { AccountHolder, ProvenMember } from './account-holder.ts';

interface Asked {
  readonly deps: ServerContext;
  readonly caller: Caller;
  readonly audit: AuditNote;
}

/** Serves a call of one surface, as its `implementFor…` does. */
export type ImplementFor<Actor> = <R extends Route>(
  route: R,
  handle: (input: RouteOutput<R> & Asked & { readonly actor: Actor }) => RouteReply<R> | Promise<RouteReply<R>>,
) => Implementation;

interface Account<Actor, Self extends z.ZodMiniType> {
  readonly implement: ImplementFor<Actor>;
  readonly routes: OwnAccountRoutes<Self>;
  holderOf(actor: Actor, deps: ServerContext): AccountHolder<ProvenMember>;
  selfReply(actor: Actor, deps: ServerContext): Promise<z.output<Self>>;
}

/** What everybody who manages an organization or the platform may do with their own account. */
export function ownAccountCalls<Actor extends { readonly session: FoundSession }, Self extends z.ZodMiniType>({
  implement,
  routes,
  holderOf,
  selfReply,
}: Account<Actor, Self>): readonly Implementation[] {
  return [
    implement(routes.signOut, async ({ actor, deps, audit }) => {
      await holderOf(actor, deps).organization.transaction(async (within) => {
        await deps.sessions.endWithin(within, actor.session);
        await audit.storeIn(within);
      });
      return { success: true };
    }),
    implement(routes.getSelf, ({ actor, deps }) => selfReply(actor, deps)),
    implement(routes.updateSelf, async ({ body, actor, deps, audit }) => {
      const { organization, holderId } = holderOf(actor, deps);
      await organization.transaction(async (within) => {
        await within.administrators.setLanguage(holderId, body.language);
        await audit.storeIn(within);
      });
      return selfReply(actor, deps);
    }),
    implement(routes.changePassword, async ({ body, actor, deps, caller, audit }) => {
      const holder = holderOf(actor, deps);
      const member = await requirePasswordOf(holder, body.password, { deps, caller });
      const check = checkNewPassword(body.newPassword, { isCurrent: body.newPassword === body.password });
      if (!check.ok) throw new Refusal(check.code, { facts: check.facts });
      const passwordHash = await hashPassword(body.newPassword);
      const mail = await mailerOfOrganization(holder.organizationId, deps);
      await holder.organization.transaction(async (within) => {
        if (!(await holder.lock(within, member))) throw new Refusal('wrongPassword');
        await replaceMemberPassword(within, { member, passwordHash, at: deps.clock.now(), mail });
        await deps.sessions.endAllWithin(within, { surface: holder.surface, subjectId: member.id }, { exceptId: actor.session.id });
        await audit.storeIn(within);
      });
      return { success: true };
    }),
    implement(routes.listSessions, ({ actor, deps }) => sessionsReply(holderOf(actor, deps), deps)),
    implement(routes.endSession, ({ params, actor, deps, audit }) =>
      endOwnSession(params.id, { holder: holderOf(actor, deps), deps, audit }),
    ),
    implement(routes.endOtherSessions, ({ actor, deps, audit }) => endOwnOtherSessions({ holder: holderOf(actor, deps), deps, audit })),
    implement(routes.getFactors, ({ actor, deps }) => factorsReply(holderOf(actor, deps))),
    implement(routes.setUpAuthenticator, ({ body, actor, deps, caller, audit }) =>
      beginAuthenticator(body, { holder: holderOf(actor, deps), deps, caller, audit }),
    ),
    implement(routes.addAuthenticator, ({ body, actor, deps, audit }) =>
      confirmAuthenticator(body, { holder: holderOf(actor, deps), deps, audit }),
    ),
    implement(routes.removeAuthenticator, ({ body, actor, deps, caller, audit }) =>
      endAuthenticator(body, { holder: holderOf(actor, deps), deps, caller, audit }),
    ),
    implement(routes.renewRecoveryCodes, ({ body, actor, deps, caller, audit }) =>
      replaceRecoveryCodes(body, { holder: holderOf(actor, deps), deps, caller, audit }),
    ),
    implement(routes.setUpPasskey, ({ body, actor, deps, caller, audit }) =>
      beginPasskey(body, { holder: holderOf(actor, deps), deps, caller, audit }),
    ),
    implement(routes.addPasskey, ({ body, actor, deps, caller, audit }) =>
      confirmPasskey(body, { holder: holderOf(actor, deps), deps, caller, audit }),
    ),
    implement(routes.renamePasskey, ({ params, body, actor, deps, audit }) =>
      renameOwnPasskey({ params, body }, { holder: holderOf(actor, deps), audit }),
    ),
    implement(routes.removePasskey, ({ params, body, actor, deps, caller, audit }) =>
      endPasskey({ params, body }, { holder: holderOf(actor, deps), deps, caller, audit }),
    ),
  ];
}
