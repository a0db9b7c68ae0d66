import { plainText } from "#app/content/content-page.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { AnnouncedCode } from "#shop/sales/pricing/announced-code.ts";
import type { ShopSettings } from "#shop/services.ts";

/** A question with its answer, one or more paragraphs. */
export interface Question {
  /** Its anchor. */
  id: string;
  question: string;
  answer: string[];
  /** Other words that readers may search for. */
  also?: string;
}

/** Questions about one matter. */
export interface QuestionGroup {
  id: string;
  heading: string;
  questions: Question[];
}

/** What costs less in the shop at the moment. */
export interface Offers {
  /** The code that the shop window announces. */
  promotion: AnnouncedCode | null;
  /** What each of the bundles takes off, in percent. */
  bundlePercents: number[];
}

/** Writes a group for a shop: what it promises comes from its settings and its offers. */
export type WriteGroup = (shop: ShopSettings, offers: Offers) => QuestionGroup;

/** The questions in which every word that was typed occurs, in their groups; all of them when nothing was typed. */
export function findQuestions(groups: QuestionGroup[], typed: string): QuestionGroup[] {
  const words = foldText(typed)
    .split(" ")
    .filter(Boolean)
    .map((word) => (word.length > 3 ? word.replace(/s$/, "") : word));
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer, also = "" }) => {
        const text = foldText(plainText([question, ...answer, also].join(" ")));
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** What search engines read of the questions: schema.org's FAQPage. */
export function describeQuestions(groups: QuestionGroup[]) {
  return {
    "@type": "FAQPage",
    mainEntity: groups
      .flatMap(({ questions }) => questions)
      .map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer.map(plainText).join(" ") },
      })),
  };
}
