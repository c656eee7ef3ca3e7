export const notifications = {
  title: '通知',
  titleNew: '通知、新着{{count}}件',
  none: '通知はありません',
  noneHelp: 'この画面を開いている間のお知らせが、ここに残ります。',
  clear: 'すべて消去',
} as const;
