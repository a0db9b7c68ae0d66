import type { DemoReview } from "#db/demo/demo-types.ts";

/** Sample testimonials about the shop itself. */
export const ofTheShop: DemoReview[] = [
  {
    work: null,
    name: "Gayatri, Nashik",
    rating: 5,
    title: "Packed like a gift",
    body: "Brown paper, cardboard at the corners, not a dent anywhere. I have kept the paper.",
    on: "2026-10-18",
  },
  {
    work: null,
    name: "Father Sebastian",
    featuredPosition: 2,
    rating: 5,
    body: "I wrote to ask for a book that was sold out. They wrote the day it came back. I had forgotten by then. They had not.",
    on: "2026-09-10",
  },
  {
    work: null,
    name: "Ayesha & Tim",
    rating: 4,
    title: "Prices I can read",
    body: "One price, the MRP beside it, and postage said at the start. I wish the children’s shelf were longer.",
    on: "2026-07-26",
  },
  {
    work: null,
    name: "इरा, भोपाल",
    featuredPosition: 3,
    rating: 5,
    title: "हिन्दी की किताबें ढंग से",
    body: "हिन्दी की किताबें यहाँ कोने में नहीं पड़ी हैं। देवनागरी ठीक छपी है, लेखक का नाम ठीक लिखा है, और मेल का जवाब हिन्दी में आया।",
    on: "2026-08-21",
  },
];
