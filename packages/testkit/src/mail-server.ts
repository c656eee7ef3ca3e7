import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** What came after DATA, whether it was taken or not. */
export interface Letter {
  readonly to: readonly string[];
  readonly raw: string;
}

export interface TestMailServer {
  readonly url: string;
  readonly port: number;
  readonly letters: readonly Letter[];
  /** How many are open. What came over one that is not is among the letters. */
  readonly connections: number;
  /**
   * What the next letters are answered, each once; after that they are taken. `cuts`: it has the letter, and the connection
   * ends before its yes; `silent`: it has the letter and never says so; a code: refused.
   */
  readonly answers: ('cuts' | 'silent' | number)[];
  close(): Promise<void>;
}

/** A real mail server on this machine. @param options - of smtp-server; `port`: one that was open before */
export async function openMailServer({ port = 0, ...options }: SMTPServerOptions & { port?: number } = {}): Promise<TestMailServer> {
  const letters: Letter[] = [];
  const answers: TestMailServer['answers'] = [];
  const sockets = new Set<Socket>();
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        letters.push({ to: envelope.rcptTo.map(({ address }) => address), raw: Buffer.concat(chunks).toString() });
        const answer = answers.shift();
        if (answer === 'cuts') endAll();
        else if (typeof answer === 'number') done(Object.assign(new Error('5.1.1 no'), { responseCode: answer }));
        else if (answer === undefined) done();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  listening.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await once(listening, 'listening');
  const { port: taken } = listening.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    letters,
    answers,
    get connections() {
      return sockets.size;
    },
    close: () => {
      endAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
