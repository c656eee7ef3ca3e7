import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** Largest body of a call. None of them needs more than a few kilobytes. */
export const maxBodyBytes = 64 * 1024;

/** Bodies are JSON and nothing else. An empty one is none: some clients announce JSON even where they send nothing. */
export function readJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text === '') return done(null, undefined);
    parse(request, text, (error, body) => (error ? done(new Refusal('malformedBody')) : done(null, body)));
  });
}

/** The body as it came, whatever it says that it is, for who must know which bytes were signed. @param most - bytes */
export function readBytes(app: FastifyInstance, most: number): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: most }, (_request, body, done) => done(null, body));
}
