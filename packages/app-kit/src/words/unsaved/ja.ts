/** What is asked before a page is left on which something is not saved: part of whichever file has it. */
export const unsaved = {
  discardTitle: '入力内容を破棄しますか？',
  discardText: 'まだ保存していない入力内容があります。この画面を離れると失われます。',
  discard: '破棄して移動',
  stay: '入力を続ける',
} as const;
