import type { Route } from '@tenbin/contract';
import type { FastifyReply } from 'fastify';
import { type CsvOptions, csvOf } from './csv.ts';
import type { Rows } from './implement.ts';
import { type FileReader, sendFile } from './send-file.ts';

/** Answers with rows, as a file. @throws as `sendFile` */
export const sendCsv = (
  reply: FastifyReply,
  { path, columns }: Pick<Route, 'path' | 'columns'>,
  { rows, options, ...reader }: FileReader & { readonly rows: Rows; readonly options: CsvOptions },
): Promise<FastifyReply> =>
  sendFile(reply, { path, name: path.split('/').at(-2) ?? 'rows', type: 'csv', parts: csvOf(columns ?? {}, rows, options) }, reader);
