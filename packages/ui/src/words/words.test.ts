import { expect, test } from 'vitest';
import { ui as en } from './en.ts';
import { ui as ja } from './ja.ts';
import { notifications as enNotifications } from './notifications/en.ts';
import { notifications as jaNotifications } from './notifications/ja.ts';

test('both languages have the same texts', () => {
  expect(Object.keys(en)).toEqual(Object.keys(ja));
  expect(Object.keys(enNotifications)).toEqual(Object.keys(jaNotifications));
});
