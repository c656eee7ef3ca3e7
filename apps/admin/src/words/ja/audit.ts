import { clocks, audit as shared } from '@tenbin/app-kit/words/staff/ja';

export const audit = {
  ...clocks,
  ...shared,
  checkUnknown: '監査ログの検証結果を取得できませんでした',
  broken: '監査ログが後から変更されています',
  brokenHelp:
    '次の日（UTC）の記録に、封印後の変更・追加・削除が見つかりました：{{days}}。プラットフォームの運営者に連絡し、別の場所に保管している控えと照合してください。',
  notSealedYet: '記録は1日（UTC）が終わるごとに封印されます。封印された記録はまだありません。',
  sound: '{{day}}（UTC）までの記録{{count}}件は、書き込まれたときのままです。最終検証：{{at}}',
  seal: '最終日の封印値',
  sealHelp: 'その日までのすべての記録から計算した値です。別の場所に控えておくと、記録が変わっていないことを後から確かめられます。',
} as const;
