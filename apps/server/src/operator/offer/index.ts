import { yen } from '@tenbin/billing';
import {
  listOfferedFeatures,
  listOfferedOptions,
  listOfferedPlans,
  updateOfferedFeature,
  updateOfferedOption,
  updateOfferedPlan,
} from '@tenbin/contract';
import type { OfferedItem, OfferedPlan, PlatformTransaction } from '@tenbin/db';
import type { AuditNote } from '../../audit/auditor.ts';
import { changesOf } from '../../audit/changes-of.ts';
import type { ServerContext } from '../../context.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const reply = <Item extends { readonly id: string }>({ id, ...item }: Item) => ({ _id: id, ...item });

interface Changing {
  readonly deps: ServerContext;
  readonly audit: AuditNote;
}

/** What may be changed; an offer stays the one that it is. */
type Terms = Omit<OfferedPlan, 'id' | 'name'> | Omit<OfferedItem, 'id' | 'name'>;

/** @throws {Refusal} `offerNotFound` where there is none of the kind */
async function change<Item extends OfferedPlan | OfferedItem>(
  id: string,
  {
    list,
    update,
  }: { list: (within: PlatformTransaction) => Promise<readonly Item[]>; update: (within: PlatformTransaction) => Promise<unknown> },
  { deps, audit }: Changing,
): Promise<Item> {
  return deps.database.platform.transaction(async (within) => {
    const before = (await list(within)).find((one) => one.id === id);
    if (!before) throw new Refusal('offerNotFound', { facts: { id } });
    await update(within);
    const after = (await list(within)).find((one) => one.id === id) ?? before;
    audit.add(changesOf<Terms, Terms>(before, after));
    await audit.storeIn(within.own);
    return after;
  });
}

const changeItem = <Name extends string>(
  id: string,
  monthlyPrice: number,
  {
    list,
    ...asked
  }: Changing & { readonly list: (within: PlatformTransaction) => Promise<readonly (OfferedItem & { readonly name: Name })[]> },
) => change(id, { list, update: ({ offer }) => offer.updateItem(id, { monthlyPrice: yen(monthlyPrice) }) }, asked);

export const offerCalls: readonly Implementation[] = [
  implementForOperator(listOfferedPlans, async ({ deps }) =>
    (await deps.database.platform.offer.listPlans()).map(({ features, ...plan }) => ({ ...reply(plan), features: [...features] })),
  ),
  implementForOperator(updateOfferedPlan, async ({ params, body, deps, audit }) => {
    const { monthlyPrice, pricePerUser, basisPoints, features } = body;
    const changes = {
      ...(monthlyPrice !== undefined && { monthlyPrice: yen(monthlyPrice) }),
      ...(pricePerUser !== undefined && { pricePerUser: yen(pricePerUser) }),
      ...(basisPoints !== undefined && { basisPoints }),
      ...(features !== undefined && { features }),
    };
    const update = async ({ offer }: PlatformTransaction) =>
      Object.keys(changes).length === 0 ? null : offer.updatePlan(params.id, changes);
    const plan = await change(params.id, { list: ({ offer }) => offer.listPlans(), update }, { deps, audit });
    return { ...reply(plan), features: [...plan.features] };
  }),
  implementForOperator(listOfferedFeatures, async ({ deps }) => (await deps.database.platform.offer.listFeatures()).map(reply)),
  implementForOperator(updateOfferedFeature, async ({ params, body, deps, audit }) =>
    reply(await changeItem(params.id, body.monthlyPrice, { list: ({ offer }) => offer.listFeatures(), deps, audit })),
  ),
  implementForOperator(listOfferedOptions, async ({ deps }) => (await deps.database.platform.offer.listOptions()).map(reply)),
  implementForOperator(updateOfferedOption, async ({ params, body, deps, audit }) =>
    reply(await changeItem(params.id, body.monthlyPrice, { list: ({ offer }) => offer.listOptions(), deps, audit })),
  ),
];
