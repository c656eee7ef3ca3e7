import type { Account } from '../accounts/account.ts';
import { parseObject } from '../wire/parse-object.ts';
import type { Send, SocketSession } from '../wire/served-dialect.ts';
import { type Access, type ChannelArgument, findChannel, isPrivate, nameOf, readArgument } from './channel.ts';
import type { OkxDialect } from './dialect.ts';
import { OkxError, toOkxError } from './okx-error.ts';
import { fieldsOf } from './parameters.ts';
import type { Push } from './push.ts';
import { loginRefusals, requireProof } from './require-proof.ts';
import { loginPayload } from './signature.ts';

const maxChannels = 480;

/** One client's socket: `ping`, login, and the channels that it subscribed to. */
export class OkxSession implements SocketSession {
  readonly #dialect: OkxDialect;
  readonly #access: Access;
  readonly #send: Send;
  readonly #connId: string;
  readonly #channels = new Map<string, () => void>();
  #account: Account | null = null;

  constructor(dialect: OkxDialect, { access, send }: { access: Access; send: Send }) {
    this.#dialect = dialect;
    this.#connId = Math.floor(2 ** 32 * dialect.exchange.runtime.random())
      .toString(16)
      .padStart(8, '0');
    this.#access = access;
    this.#send = send;
  }

  /** A message from the client. Whatever it is, it gets an answer and does no harm. */
  receive(text: string): void {
    if (text === 'ping') {
      this.#send('pong');
      return;
    }
    const request = parseObject(text);
    const id = typeof request === 'object' && typeof request.id === 'string' ? { id: request.id } : {};
    try {
      if (typeof request === 'string' || !Array.isArray(request.args)) throw illegal(text);
      const args = request.args.filter((item): item is object => typeof item === 'object' && item !== null);
      if (args.length === 0 || args.length < request.args.length) throw illegal(text);
      this.#obey(request.op, args, id);
    } catch (error) {
      const { code, message } = toOkxError(error, this.#dialect.onFault);
      this.#say({ ...id, event: 'error', code, msg: message });
    }
  }

  accounts(): Iterable<string> {
    return this.#account ? [this.#account.id] : [];
  }

  close(): void {
    for (const stop of this.#channels.values()) stop();
    this.#channels.clear();
  }

  #obey(op: unknown, args: readonly object[], id: object): void {
    switch (op) {
      case 'login':
        this.#account = this.#login(args[0] ?? {});
        this.#say({ ...id, event: 'login', code: '0', msg: '' });
        break;
      case 'subscribe':
        for (const item of args) this.#subscribe(readArgument(item), id);
        break;
      case 'unsubscribe':
        for (const item of args) this.#unsubscribe(readArgument(item), id);
        break;
      default:
        throw new OkxError('60019', `Invalid op: ${typeof op === 'string' ? op.slice(0, 60) : ''}`);
    }
  }

  /** @throws {OkxError} 60004 to 60008, 60024, 50014 */
  #login(item: object): Account {
    if (this.#access === 'public') throw new OkxError('60008', 'Login is not supported for public channels.');
    const fields = fieldsOf(item);
    const timestamp = fields.requireText('timestamp');
    const proof = {
      key: fields.requireText('apiKey'),
      passphrase: fields.requireText('passphrase'),
      signature: fields.requireText('sign'),
      sentAt: /^\d{10}(\.\d{1,6})?$/.test(timestamp) ? Number(timestamp) * 1_000 : Number.NaN,
      payload: loginPayload(timestamp),
    };
    const { account, apiKey } = requireProof(this.#dialect.exchange, proof, loginRefusals);
    if (!apiKey.rights.read) throw new OkxError('60009', 'Login failed.');
    return account;
  }

  /** @throws {OkxError} 60018, 60011, 60012 */
  #subscribe(argument: ChannelArgument, id: object): void {
    const name = nameOf(argument);
    const open = findChannel(this.#dialect.exchange, argument, { access: this.#access, account: this.#account });
    if (this.#channels.size >= maxChannels) throw new OkxError('60012', 'Invalid request: too many channels');
    this.#say({ ...id, event: 'subscribe', arg: argument });
    if (this.#channels.has(name)) return;
    const arg = this.#account ? { ...argument, uid: this.#account.id.slice(1) } : argument;
    this.#channels.set(
      name,
      open((push) => this.#send(JSON.stringify({ arg, ...push }), this.#eventOf(argument, push))),
    );
  }

  /** Undefined where everybody may hear it. */
  #eventOf({ channel }: ChannelArgument, { data: [first = {}] }: Push): Parameters<Send>[1] {
    if (!this.#account || !isPrivate(channel)) return undefined;
    return { account: this.#account.id, pair: 'instId' in first ? String(first.instId).replace('-', '/') : undefined };
  }

  #unsubscribe(argument: ChannelArgument, id: object): void {
    const name = nameOf(argument);
    this.#channels.get(name)?.();
    this.#channels.delete(name);
    this.#say({ ...id, event: 'unsubscribe', arg: argument });
  }

  #say(message: object): void {
    this.#send(JSON.stringify({ ...message, connId: this.#connId }));
  }
}

const illegal = (text: string) => new OkxError('60012', `Invalid request: ${text.slice(0, 200)}`);
