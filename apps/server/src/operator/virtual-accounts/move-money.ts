import { type Booked, type Books, closeLedger, freezeLedger, give, reverse, transfer, type VirtualLedger } from '@tenbin/bots';
import {
  deleteVirtualAccount,
  freezeVirtualAccount,
  increaseVirtualBalance,
  reverseMovement,
  transferVirtualBalance,
} from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import { isByHand } from '@tenbin/strategy';
import type { Implementation } from '../../route/implement.ts';
import { implementOnce } from '../../route/implement-once.ts';
import { Refusal } from '../../route/refusal.ts';
import { requireAccount } from './find-account.ts';
import { accountReply } from './reply.ts';
import { announceBot, requireHand } from './run-virtual-bot.ts';

const handleIncrease = implementOnce(increaseVirtualBalance, {
  async act(within, { body, deps, audit, actor }) {
    const { account, exchange } = await requireAccount(within, body);
    const { currency, amount, reason } = body;
    audit.add({ virtualAccountId: account.id, currency, amount });
    audit.because(reason);
    await within.virtualAccounts.change(account.exchangeAccountId, [account.id], { by: actor.operatorId, reason }, (books) =>
      give(books, account.id, { currency, amount }),
    );
    announceBot(within, await requireHand(within, account), deps);
    const changed = await within.virtualAccounts.findById(account.id);
    return accountReply(within, changed ?? account, { exchangeName: exchange.name });
  },
});

const handleTransfer = implementOnce(transferVirtualBalance, {
  async act(within, { body, deps, audit, actor }) {
    const { exchangeName, currency, amount, reason } = body;
    const { account: from, exchange } = await requireAccount(within, { exchangeName, name: body.from });
    const { account: to } = await requireAccount(within, { exchangeName, name: body.to });
    audit.add({ from: from.id, to: to.id, currency, amount });
    audit.because(reason);
    await within.virtualAccounts.change(from.exchangeAccountId, [from.id, to.id], { by: actor.operatorId, reason }, (books) =>
      transfer(books, { from: from.id, to: to.id }, { currency, amount }),
    );
    announceBot(within, await requireHand(within, from), deps);
    const reply = async (account: typeof from) =>
      accountReply(within, (await within.virtualAccounts.findById(account.id)) ?? account, { exchangeName: exchange.name });
    return { from: await reply(from), to: await reply(to) };
  },
});

const handleReverse = implementOnce(reverseMovement, {
  async act(within, { params, body, deps, audit, actor }) {
    const number = /^\d{1,15}$/.test(params.id) ? Number(params.id) : null;
    const movement = number === null ? null : await within.virtualAccounts.findMovement(number);
    const account = movement && (await within.virtualAccounts.findById(movement.subAccountId));
    if (!movement || !account) throw new Refusal('movementNotFound', { facts: { id: params.id } });
    audit.add({ movement: movement.number, virtualAccountId: account.id });
    audit.because(body.reason);
    const ids = [account.id, ...(movement.counterpartId === null ? [] : [movement.counterpartId])];
    const changing = { by: actor.operatorId, reason: body.reason, reverses: movement.number };
    await within.virtualAccounts.change(account.exchangeAccountId, ids, changing, (books) => reverse(books, movement));
    announceBot(within, await requireHand(within, account), deps);
    return { success: true };
  },
});

const handleFreeze = implementOnce(freezeVirtualAccount, {
  async act(within, { body, deps, audit, actor }) {
    const { account, exchange } = await requireAccount(within, body);
    audit.add({ virtualAccountId: account.id, frozen: body.frozen });
    audit.because(body.reason);
    await changeLedger(within, account, actor.operatorId, (ledger) => freezeLedger(ledger, body.frozen));
    announceBot(within, await requireHand(within, account), deps);
    const changed = await within.virtualAccounts.findById(account.id);
    return accountReply(within, changed ?? account, { exchangeName: exchange.name });
  },
});

const handleDelete = implementOnce(deleteVirtualAccount, {
  async act(within, { params, deps, audit, actor }) {
    const account = await within.virtualAccounts.findById(params.id);
    if (!account) throw new Refusal('virtualAccountNotFound');
    audit.add({ virtualAccountId: account.id, name: account.name });
    const bots = await within.bots.listOfSubAccount(account.id);
    const isRunning = bots.some(({ strategy, active, phase }) => !isByHand(strategy) && (active || phase.kind !== 'stopped'));
    if (isRunning) throw new Refusal('ledgerNotEmpty');
    // Bots before books, as a step of a bot takes them: no two wait for one another.
    await within.bots.deleteOfSubAccount(account.id);
    await changeLedger(within, account, actor.operatorId, closeLedger);
    const [hand] = bots.filter(({ strategy }) => isByHand(strategy));
    if (hand) announceBot(within, hand, deps);
    return { success: true };
  },
});

function changeLedger(
  { virtualAccounts }: OrganizationDatabase,
  { id, exchangeAccountId }: { readonly id: string; readonly exchangeAccountId: string },
  by: string,
  work: (ledger: VirtualLedger) => VirtualLedger,
): Promise<Books> {
  return virtualAccounts.change(exchangeAccountId, [id], { by }, (books): Booked => {
    const ledger = books.ledgers[id];
    return { books: ledger ? { ...books, ledgers: { ...books.ledgers, [id]: work(ledger) } } : books, movements: [] };
  });
}

export const moveMoneyCalls: readonly Implementation[] = [handleIncrease, handleTransfer, handleReverse, handleFreeze, handleDelete];
