/** What is asked before a page is left on which something is not saved: part of whichever file has it. */
export const unsaved = {
  discardTitle: 'Discard what you entered?',
  discardText: 'What you entered is not saved yet. Leaving this page loses it.',
  discard: 'Discard and leave',
  stay: 'Stay',
} as const;
