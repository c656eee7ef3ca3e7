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
    // All that the filter lets through is read.
    const { fees, changes, ...totals } = await deps.limits.searchLine.pass(actor.userId, () => records.totalsOfUser(actor.userId, query));
    return { ...totals, fees: { ...fees }, changes: { ...changes } };
  }),
];
