import { staffPasswords } from '@tenbin/app-kit/words/passwords/ja';
import { security } from '@tenbin/app-kit/words/security/ja';
import { account, audit, bill, members } from '@tenbin/app-kit/words/staff/ja';
import { actions } from '@tenbin/messages/actions/ja';
import { causeLabels } from '@tenbin/messages/cause-labels/ja';
import { causes } from '@tenbin/messages/causes/ja';
import { factNames } from '@tenbin/messages/fact-names/ja';
import { factValues } from '@tenbin/messages/fact-values/ja';
import * as refusalTexts from '@tenbin/messages/refusals/ja';
import { refusalWords } from '@tenbin/messages/words';
import { consistencies } from './consistencies.ts';
import { health } from './health.ts';
import { machine } from './machine.ts';
import { markets } from './markets.ts';
import { platform } from './platform.ts';
import { testBots } from './test-bots.ts';

/** Where an operator chooses a password. */
const auth = {
  ...staffPasswords,
  forgotHelp: '運営者として登録されたメールアドレスを入力してください。再設定用のリンクをお送りします。',
  sent: '{{email}}が運営者として登録されている場合、再設定用のリンクをお送りしました。リンクの有効期限は30分です。',
} as const;

const administrators = {
  ...members,
  title: '運営者',
  members: '運営者の一覧',
  inviteTitle: '運営者を招待する',
  removeTitle: '運営者を削除しますか',
  removeHelp: '{{email}}はすぐにログアウトされ、運営者画面を利用できなくなります。操作の記録は残ります。',
  may_operator: '運営者は、すべての操作ができます。',
  may_observer: '閲覧者は、閲覧のみ可能です。',
} as const;

const refusals = refusalWords(refusalTexts, causes);

/** What is read behind the log-in. */
export const pageWords = {
  account,
  actions,
  administrators,
  audit: { ...audit, csv: 'CSV', csvExcel: 'CSV（Excel用）' },
  auth,
  causeLabels,
  factNames,
  factValues,
  consistencies,
  health,
  machine,
  markets,
  money: bill,
  platform,
  refusals,
  security,
  testBots,
} as const;
