import { createECDH } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Database,
  type OrganizationDatabase,
  pushKeyIdentity,
  pushSubscriptionIdentity,
  queueNames,
  type RepeatedQueue,
  resetLinkIdentity,
} from '@tenbin/db';
import { buildUser, newBroadcast, newId, testVault } from '@tenbin/testkit';
import { PushBrowser } from '@tenbin/testkit/push-browser';
import type { PaperworkInTheEnd } from './check-paperwork.ts';
import { troubleMs } from './happening.ts';
import { untilTaken } from './until-taken.ts';

const readers = 24;
/** So often something is asked for while things go wrong; what concerns many, and runs of what is repeated, at every fourth time. */
const times = 8;
const hourMs = 3_600_000;

/** Whose jobs carry what they are about: they are put, all others are asked to run. */
const given: readonly string[] = ['mail', 'push', 'resetLinks'];
const repeated = queueNames.filter((queue): queue is RepeatedQueue => !given.includes(queue));

interface Reader {
  readonly id: string;
  readonly email: string;
}

/** Why a wave has jobs besides those of its bots: mails to many, acts on many, links, webhooks, and a browser that is told. */
export class Paperwork {
  readonly #database: Database;
  readonly #own: OrganizationDatabase;
  readonly #readers: readonly Reader[];
  readonly #browser: PushBrowser;
  /** By what was asked: once more than its answer came, where that got lost. */
  readonly #asked = new Map<string, number>();

  private constructor(database: Database, own: OrganizationDatabase, readers: readonly Reader[], browser: PushBrowser) {
    this.#database = database;
    this.#own = own;
    this.#readers = readers;
    this.#browser = browser;
  }

  /** Before anything goes wrong. */
  static async prepare(database: Database, own: OrganizationDatabase): Promise<Paperwork> {
    const users = await Promise.all(Array.from({ length: readers }, () => buildUser(database, own.organizationId)));
    const browser = await PushBrowser.open();
    const [{ id: userId } = { id: '' }] = users;
    const at = new Date();
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    const keyId = newId();
    const secret = JSON.stringify({ secret: pair.getPrivateKey('hex') });
    await own.pushes.addKey({ id: keyId, sealed: testVault.seal(secret, pushKeyIdentity(own.organizationId, keyId)) });
    const { id: sessionId } = await database.platform.sessions.create({
      surface: 'user',
      organizationId: own.organizationId,
      subjectId: userId,
      keyHash: newId(),
      at,
      expiresAt: new Date(at.getTime() + hourMs),
    });
    const id = newId();
    const sealed = testVault.seal(JSON.stringify(browser.given), pushSubscriptionIdentity(own.organizationId, id));
    await own.pushes.subscribe({ id, userId, sessionId, endpointHash: newId(), sealed, agent: null, createdAt: at });
    return new Paperwork(database, own, users, browser);
  }

  /** Asks for everything again and again, in the time of trouble. */
  async ask(): Promise<void> {
    const began = Date.now();
    for (let time = 0; time < times; time += 1) {
      await pause(Math.max(0, began + (time * troubleMs) / times - Date.now()));
      await this.#askOnce(time);
    }
  }

  async #askOnce(time: number): Promise<void> {
    const { organizationId, broadcasts, bulkActs, pushes, webhookEvents } = this.#own;
    const reader = this.#readers[time];
    if (!reader) throw new Error(`there is no reader ${time}`);
    const userIds = this.#readers.map(({ id }) => id);
    const at = new Date();
    await this.#until(`push ${time}`, () => pushes.put(userIds[0] ?? '', { title: String(time), body: '', url: null }));
    const sealedEmail = testVault.seal(reader.email, resetLinkIdentity(organizationId));
    await this.#until(`link ${reader.email}`, () =>
      this.#database.jobs.put('resetLinks', { organizationId, surface: 'user', sealedEmail }),
    );
    const webhook = { id: newId(), type: 'OF.NO.INTEREST', paypalSubscriptionId: null, body: '{}', receivedAt: at };
    await this.#until('webhook', () => webhookEvents.put(webhook));
    if (time % 4 === 2) {
      const audience = { condition: 'all', userIds } as const;
      await this.#until('broadcast', () => broadcasts.create(newBroadcast({ at, audience })));
      const act = { act: 'stop', reason: 'trouble', by: newId(), role: 'owner', sessionId: null, at } as const;
      await this.#until('act', () => bulkActs.ask(act, { ids: userIds }));
      for (const queue of repeated) await this.#until(queue, () => this.#database.jobs.wake(queue));
    }
  }

  #until(what: string, ask: () => Promise<unknown>): Promise<unknown> {
    return untilTaken(() => {
      this.#asked.set(what, (this.#asked.get(what) ?? 0) + 1);
      return ask();
    });
  }

  /**
   * How everything stands.
   *
   * @param delivered - the mails to many that the mail server took, by id and address, one for each time
   */
  async read(delivered: readonly string[]): Promise<PaperworkInTheEnd> {
    const { broadcasts, bulkActs, audit, webhookEvents, organizationId } = this.#own;
    const idsOf = new Map(
      [...Map.groupBy(delivered, (one) => one.split(' ')[1] ?? '')].map(([email, all]) => [
        email,
        all.map((one) => one.split(' ')[0] ?? ''),
      ]),
    );
    const page = { offset: 0, limit: 1_000 };
    const [mails, allBroadcasts, acts, due] = await untilTaken(() =>
      Promise.all([
        this.#database.platform.mailQueue.listNewest(100_000),
        broadcasts.list(page),
        bulkActs.list(page),
        webhookEvents.listDue(new Date(Date.now() + hourMs), 1_000),
      ]),
    );
    const links = Map.groupBy(
      mails.filter((mail) => mail.organizationId === organizationId && mail.text.includes('/reset-password')),
      ({ to }) => to,
    );
    return {
      broadcasts: allBroadcasts.map(({ id, state }) => ({ id, state })),
      readers: this.#readers.map(({ email }) => ({ email, mailIds: idsOf.get(email) ?? [] })),
      acts: await Promise.all(
        acts.map(async ({ id, endedAt, count, doneCount }) => ({
          id,
          isEnded: endedAt !== null,
          count,
          doneCount,
          entries: (await audit.list(page, { about: [id] })).map(({ facts }) => String(facts.userId)),
        })),
      ),
      links: this.#readers
        .slice(0, times)
        .map(({ email }) => ({ email, asked: this.#asked.get(`link ${email}`) ?? 0, mails: links.get(email)?.length ?? 0 })),
      pushes: Array.from({ length: times }, (_, time) => ({
        asked: this.#asked.get(`push ${time}`) ?? 0,
        shown: new Set(this.#browser.received.flatMap(({ message: { title, tag } }) => (title === String(time) ? [tag] : []))).size,
      })),
      webhooksDue: due.length,
    };
  }

  close(): Promise<void> {
    return this.#browser.close();
  }
}
