import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Fact } from '../exchange/fact.ts';
import { decodeSnapshot, encodeSnapshot, type VenueSnapshot } from './snapshot.ts';
import type { StoredPast, VenueStore } from './venue-store.ts';

export interface FileStoreOptions {
  /** Made when it is not there. Everything in it is readable by its owner only: it holds keys' secrets. */
  readonly folder: string;
  /** Size of the journal that calls for a snapshot. */
  readonly snapshotAfterBytes?: number;
}

const ownerOnly = 0o600;
const snapshotName = /^snapshot-(\d+)\.json$/;
const journalName = /^journal-(\d+)\.jsonl$/;

/**
 * The venue's memory in a folder: a snapshot and a journal of the facts since, both of the same generation.
 *
 * An operation is one line, written by one call before the operation is answered: it survives the end of the process
 * (a power cut may take the last moments). A line that was cut off was never answered, and is dropped.
 * A snapshot is written beside the old one and renamed; whichever generation is the latest whole one counts,
 * so the process may end at any point in between.
 *
 * @throws when a journal is damaged elsewhere than at its end, naming file and line
 */
export function openFileStore({ folder, snapshotAfterBytes = 8 * 1024 * 1024 }: FileStoreOptions): VenueStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  let generation = latestGeneration(folder);
  let bytes = dropTornLine(journalPath(folder, generation));
  let journal = openJournal(folder, generation);
  return {
    load: (): StoredPast => ({ snapshot: readSnapshot(folder, generation), batches: readJournal(journalPath(folder, generation)) }),
    append: (facts) => {
      const line = Buffer.from(`${JSON.stringify(facts)}\n`);
      let written = 0;
      while (written < line.length) written += writeSync(journal, line, written);
      bytes += line.length;
    },
    get wantsSnapshot() {
      return bytes >= snapshotAfterBytes;
    },
    saveSnapshot: (snapshot) => {
      const next = generation + 1;
      writeSnapshot(folder, next, snapshot);
      closeSync(journal);
      journal = openJournal(folder, next);
      removeOlder(folder, next);
      generation = next;
      bytes = 0;
    },
    close: () => closeSync(journal),
  };
}

const journalPath = (folder: string, generation: number) => join(folder, `journal-${generation}.jsonl`);
const snapshotPath = (folder: string, generation: number) => join(folder, `snapshot-${generation}.json`);

function latestGeneration(folder: string): number {
  const generations = readdirSync(folder).map((name) => Number(snapshotName.exec(name)?.[1] ?? 0));
  return Math.max(0, ...generations);
}

function openJournal(folder: string, generation: number): number {
  const path = journalPath(folder, generation);
  const file = openSync(path, 'a', ownerOnly);
  chmodSync(path, ownerOnly);
  return file;
}

/** @returns the journal's size without the line that was cut off */
function dropTornLine(path: string): number {
  if (!existsSync(path)) return 0;
  const whole = readFileSync(path).lastIndexOf('\n') + 1;
  if (whole < statSync(path).size) truncateSync(path, whole);
  return whole;
}

function* readJournal(path: string): Generator<readonly Fact[]> {
  if (!existsSync(path)) return;
  const lines = readFileSync(path, 'utf8').split('\n');
  for (const [index, line] of lines.entries()) {
    if (line !== '') yield parseLine(line, `${path}, line ${index + 1}`);
  }
}

function parseLine(line: string, where: string): readonly Fact[] {
  try {
    return JSON.parse(line) as readonly Fact[];
  } catch (error) {
    throw new Error(`the venue's journal is damaged: ${where}`, { cause: error });
  }
}

function readSnapshot(folder: string, generation: number): VenueSnapshot | null {
  if (generation === 0) return null;
  const path = snapshotPath(folder, generation);
  try {
    return decodeSnapshot(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`the venue's snapshot is damaged: ${path}`, { cause: error });
  }
}

function writeSnapshot(folder: string, generation: number, snapshot: VenueSnapshot): void {
  const path = snapshotPath(folder, generation);
  const file = openSync(`${path}.tmp`, 'w', ownerOnly);
  const text = Buffer.from(encodeSnapshot(snapshot));
  let written = 0;
  while (written < text.length) written += writeSync(file, text, written);
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.tmp`, path);
}

function removeOlder(folder: string, generation: number): void {
  for (const name of readdirSync(folder)) {
    const found = Number((snapshotName.exec(name) ?? journalName.exec(name))?.[1] ?? generation);
    if (found < generation) rmSync(join(folder, name));
  }
}
