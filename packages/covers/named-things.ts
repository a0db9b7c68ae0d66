/** Finds the things that a book's words name, so that its cover shows nothing that has nothing to do with the book. */

/** The words of each thing in lower case: English without the plural's s, Hindi. */
const words = {
  boat: "boat ship sail sailor sea ocean voyage नाव जहाज़ समुद्र सागर",
  water: "river lake water tide wave rain monsoon ganga ganges नदी जल झील बारिश गंगा",
  lamp: "lamp light flame fire candle burning दीप दीपक दीया आग अग्नि",
  bird: "bird wing sparrow crow parrot nightingale mockingbird falcon swan dove पक्षी चिड़िया पंख",
  key: "key secret mystery code चाबी रहस्य",
  flower: "flower rose poppy lotus garden blossom jasmine spring फूल गुलाब कमल बाग़",
  tree: "tree leaf leave forest wood jungle banyan mango पेड़ वृक्ष जंगल वन",
  moon: "moon night midnight चाँद चांद रात",
  sun: "sun day dawn morning summer सूरज सूर्य दिन सुबह",
  star: "star sky heaven planet universe cosmo galaxy space तारा तारे आकाश",
  mountain: "mountain hill peak height himalaya everest valley पहाड़ पर्वत हिमालय",
  crown: "king queen emperor empress prince princess throne crown kingdom sultan mughal raja rani राजा रानी",
  house: "house home room door window roof gate घर दरवाज़ा खिड़की दीवार",
  book: "book library story tale poem letter diary किताब कहानी कहानियाँ कविता डायरी",
  world: "world earth globe continent दुनिया संसार पृथ्वी",
} as const;

/** Something that a cover can show. */
export type Thing = keyof typeof words;

const things = new Map(
  Object.entries(words).flatMap(([thing, list]) =>
    list
      .normalize("NFC")
      .split(" ")
      .map((word) => [word, thing as Thing] as const),
  ),
);

/** The things that a text names, in its order. */
export function findThings(text: string): Thing[] {
  const named = (
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{M}]+/gu) ?? []
  ).flatMap((word) => things.get(word) ?? things.get(word.replace(/ies$/, "y").replace(/s$/, "")) ?? []);
  return [...new Set(named)];
}
