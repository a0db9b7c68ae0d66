/** The demonstration's tables of books, one per season, each shown from its day on. */

import type { DemoTable } from "./demo-types.ts";

const bookseller = "bookseller (sample)";
const children = "children’s shelf (sample)";
const hindi = "Hindi shelf (sample)";
const kitchen = "cookery shelf (sample)";

/**
 * The first seven available books of a table are shown; those after them are in reserve. Every sentence was written for
 * the demonstration, and its signature says so.
 */
export const tables: DemoTable[] = [
  {
    id: "summer",
    title: "For the hot afternoons",
    introduction: "Schools are closed and the curtains are drawn. Seven books for a cool floor and a slow fan.",
    begins: "03-15",
    books: [
      {
        id: "english-august",
        sentence: "The hottest town in India, and the funniest official awake in it.",
        signature: bookseller,
      },
      {
        id: "swami-and-friends",
        sentence: "Exams are over; the cricket team has no bat. For whoever is ten.",
        signature: children,
      },
      {
        id: "boats-on-land",
        sentence: "Shillong, pine and drizzle, a ghost or two: fifteen ways to cool down.",
        signature: bookseller,
      },
      {
        id: "a-cloud-called-bhura",
        sentence: "A brown cloud sits down on Mumbai, and four children look up.",
        signature: children,
      },
      {
        id: "around-india-in-80-trains",
        sentence: "All that railways can do to a person, from a seat that stands still.",
        signature: bookseller,
      },
      {
        id: "haroun-and-the-sea-of-stories",
        sentence: "For whoever asks what stories are good for. Best read aloud.",
        signature: children,
      },
      {
        id: "the-room-on-the-roof",
        sentence: "Ruskin Bond wrote it at seventeen, and it still is.",
        signature: bookseller,
      },
      {
        id: "trouble-in-gangtok",
        sentence: "Feluda goes to the hills. So may you, for the price of a book.",
        signature: bookseller,
      },
      {
        id: "malgudi-days",
        sentence: "A story is as long as a glass of buttermilk, and as good for you.",
        signature: bookseller,
      },
    ],
  },
  {
    id: "monsoon",
    title: "For the first rain",
    introduction: "The street is a river and nobody is expected anywhere. Seven books that do not mind the damp.",
    begins: "06-10",
    books: [
      {
        id: "the-hungry-tide",
        sentence: "Mangroves, dolphins, and a storm that you hear coming for chapters.",
        signature: bookseller,
      },
      {
        id: "pather-panchali",
        sentence: "Two children run to see a train. The book is larger than the film.",
        signature: bookseller,
      },
      {
        id: "the-blue-umbrella",
        sentence: "One umbrella, and a whole village that wants it. An hour, at most.",
        signature: children,
      },
      {
        id: "chemmeen",
        sentence: "The sea keeps accounts, and on this shore everybody owes it.",
        signature: bookseller,
      },
      {
        id: "following-fish",
        sentence: "Nine journeys along the coast. Do not begin it hungry.",
        signature: kitchen,
      },
      {
        id: "poovan-banana-and-other-stories",
        sentence: "Basheer talks as if you had come in from the rain to sit with him.",
        signature: bookseller,
      },
      {
        id: "sleeping-on-jupiter",
        sentence: "Five days by the sea, and nobody has left the past at home.",
        signature: bookseller,
      },
      {
        id: "the-legends-of-khasak",
        sentence: "A teacher walks into a village, and the village begins to talk.",
        signature: bookseller,
      },
      {
        id: "jejuri",
        sentence: "It begins on a bus with its windows buttoned down. Get on.",
        signature: bookseller,
      },
    ],
  },
  {
    id: "festivals",
    title: "For the festive weeks",
    introduction:
      "Somebody is always coming to stay. Seven books to give, to hide behind, or to read aloud after dinner.",
    begins: "09-15",
    books: [
      {
        id: "a-suitable-boy",
        sentence: "The longest book on the table, and you will wish it longer.",
        signature: bookseller,
      },
      {
        id: "masala-lab",
        sentence: "Why your grandmother was right, with diagrams.",
        signature: kitchen,
      },
      {
        id: "gajapati-kulapati",
        sentence: "An elephant has a cold, and everybody a cure. Do the sneeze properly.",
        signature: children,
      },
      {
        id: "the-palace-of-illusions",
        sentence: "The Mahabharata from a woman who was there, and has not forgiven.",
        signature: bookseller,
      },
      {
        id: "raag-darbari-gillian-wright",
        sentence: "Still the funniest map of how things get done, or do not.",
        signature: bookseller,
      },
      {
        id: "feasts-and-fasts",
        sentence: "Why we fast, and what we eat when we stop, over thousands of years.",
        signature: kitchen,
      },
      {
        id: "ghalib-selected-poems-and-letters",
        sentence: "For the hour after the guests have gone.",
        signature: bookseller,
      },
      {
        id: "the-emperors-ring",
        sentence: "Feluda’s first novel: Lucknow, and a ring that does not stay put.",
        signature: bookseller,
      },
      {
        id: "umrao-jan-ada",
        sentence: "Lucknow at dusk, told by a woman who missed nothing.",
        signature: bookseller,
      },
    ],
  },
  {
    id: "winter",
    title: "For long evenings",
    introduction: "It is dark by six, and the quilt is out. Seven books that need a lamp and somebody to bring tea.",
    begins: "11-15",
    books: [
      {
        id: "tomb-of-sand",
        sentence: "Give it eighty pages. Then she gets up, and nobody can stop her.",
        signature: bookseller,
      },
      {
        id: "the-hound-of-the-baskervilles",
        sentence: "Shut the window. The dog in the lane is not that one.",
        signature: bookseller,
      },
      {
        id: "a-fine-balance",
        sentence: "Four strangers, one flat. Keep the next evening free as well.",
        signature: bookseller,
      },
      {
        id: "the-hobbit",
        sentence: "Too many guests for tea. A chapter a night, aloud, with the voices.",
        signature: children,
      },
      {
        id: "ghachar-ghochar",
        sentence: "Short enough for an evening; you will think of it for a month.",
        signature: bookseller,
      },
      {
        id: "rebel-sultans",
        sentence: "The Deccan between the empires: everything that school left out.",
        signature: bookseller,
      },
      {
        id: "wolf-hall",
        sentence: "You stand behind Cromwell’s shoulder, and feel the draught.",
        signature: bookseller,
      },
      {
        id: "the-country-without-a-post-office",
        sentence: "Poems from a valley under snow. One a night is enough.",
        signature: bookseller,
      },
      {
        id: "godan",
        sentence: "होरी को एक गाय चाहिए। बस इतनी-सी बात, और पूरा देश उसमें है।",
        signature: hindi,
      },
    ],
  },
];
