import type { IncomingMessage } from 'node:http';

/** A browser that goes to an address asks for a page; scripts and programs that call it ask for data. */
export const asksForPage = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean => headers.accept?.includes('text/html') ?? false;
