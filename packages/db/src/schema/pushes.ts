import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import type { Sealed } from '../seal/sealed.ts';
import { moment, organizationId } from './columns.ts';
import { ofOwnOrganization } from './tenancy.ts';
import { sessions, users } from './users.ts';

/** What an organization signs its pushes with: one for each. */
export const pushKeys = pgTable(
  'push_keys',
  { organizationId: organizationId(), id: uuid('id').notNull(), sealed: text('sealed').$type<Sealed>().notNull() },
  (table) => [primaryKey({ columns: [table.organizationId] }), ofOwnOrganization(table.organizationId)],
);

/** Browsers that are told what happens to a user's bots, for as long as they are signed in. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    organizationId: organizationId(),
    id: uuid('id').notNull(),
    userId: uuid('user_id').notNull(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Of the address that the push service gave: a browser has one subscription, whoever signs in there. */
    endpointHash: text('endpoint_hash').notNull(),
    sealed: text('sealed').$type<Sealed>().notNull(),
    /** The browser's own name; null where it gave none. */
    agent: text('agent'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.id] }),
    unique('push_subscriptions_endpoint').on(table.organizationId, table.endpointHash),
    index('push_subscriptions_user').on(table.organizationId, table.userId),
    index('push_subscriptions_session').on(table.sessionId),
    foreignKey({
      name: 'push_subscriptions_user_id',
      columns: [table.organizationId, table.userId],
      foreignColumns: [users.organizationId, users.id],
    }),
    ofOwnOrganization(table.organizationId),
  ],
);
