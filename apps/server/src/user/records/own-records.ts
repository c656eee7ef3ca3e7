import { getRecordTotals, listOwnRecords } from '@tenbin/contract';
import { recordReply } from '../../bots/record-reply.ts';
import { asSearch } from '../../limits/as-search.ts';
import { type Implementation, implement } from '../../route/implement.ts';

export const ownRecordCalls: readonly Implementation[] = [
  implement(listOwnRecords, async ({ query, actor, deps }) => {
    const { records } = actor.organization;
    const asked = { call: 'listOwnRecords', offset: query.offset };
    const found = await asSearch(asked, { actor, deps }, () => records.listOfUser(actor.userId, query));
    return found.map(recordReply);
  }),
  implement(getRecordTotals, async ({ query, actor, deps }) => {
    const { records } = actor.organization;
    const asked = { call: 'getRecordTotals', readsAll: true };
    const found = await asSearch(asked, { actor, deps }, () => records.totalsOfUser(actor.userId, query));
    const { fees, changes, ...totals } = found;
    return { ...totals, fees: { ...fees }, changes: { ...changes } };
  }),
];
