import { isInferredTrade } from '@tenbin/bots';
import type { ContractRecord as RecordReply } from '@tenbin/contract';
import type { StoredRecord } from '@tenbin/db';

/** A contract record as the API shows it. */
export function recordReply(record: StoredRecord): RecordReply {
  return {
    _id: record.id,
    botId: record.botId,
    createdAt: record.createdAt.toISOString(),
    pair: record.pair,
    side: record.side,
    price: record.price,
    amount: record.amount,
    notional: record.notional,
    fee: record.fee,
    feeCurrency: record.feeCurrency,
    basisPointChanged: record.basisPointChanged,
    annualRate: record.annualRate,
    delta: Number(record.facts.delta ?? 0),
    volume: Number(record.volume ?? 0),
    earned: record.earned,
    balance: { ...record.balances },
    ...(record.tradeIds.some((tradeId) => isInferredTrade({ tradeId })) && { isInferred: true as const }),
  };
}
