import { v7 } from 'uuid';

/** A new id: UUIDv7, so that ids made later sort later. */
export const newId = (): string => v7();

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a text is one that the database takes for an id. */
export const isId = (text: string): boolean => uuid.test(text);
