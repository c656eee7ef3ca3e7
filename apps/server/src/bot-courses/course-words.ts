import type { Language } from '@tenbin/accounts';
import type { CourseType } from '@tenbin/bots';

interface Words {
  readonly title: string;
  readonly description: string;
}

/** What the product calls its courses where an organization has no words of its own. */
export const courseWords: Readonly<Record<CourseType, Readonly<Record<Language, Words>>>> = {
  basic: {
    en: { title: 'Basic', description: 'A medium order width. A good one to begin with.' },
    ja: { title: 'ベーシック', description: '標準的な注文幅を使うコースです。はじめての方に向いています。' },
  },
  balance: {
    en: { title: 'Balance', description: 'A wide order width: fewer trades, each of which earns more and loses less to fees.' },
    ja: {
      title: 'バランス',
      description: '広い注文幅を使うコースです。取引回数は少なく、1回あたりの報酬が大きく、手数料の影響を受けにくくなります。',
    },
  },
  challenge: {
    en: {
      title: 'Challenge',
      description: 'Includes a currency whose price moves more: larger chances, and a larger risk that prices move apart.',
    },
    ja: {
      title: 'チャレンジ',
      description: '値動きの大きい通貨を含むコースです。収益の機会が大きい分、価格差が開くリスクも大きくなります。',
    },
  },
};
