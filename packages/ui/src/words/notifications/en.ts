export const notifications = {
  title: 'Notifications',
  titleNew: 'Notifications, {{count}} new',
  none: 'No notifications',
  noneHelp: 'What you are told while these pages are open is kept here.',
  clear: 'Clear all',
} as const;
