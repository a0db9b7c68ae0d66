import type { DemoReadingList } from "#db/demo/demo-types.ts";

export const indianClassics: DemoReadingList = {
  id: "indian-classics",
  title: "Indian classics",
  summary: "Eight novels from seven languages, none of them homework.",
  introduction: `A classic is a book that school almost spoilt for you. Some of these were set texts, with questions at the end, and people come back to them at forty to discover that they are funny, or frightening, or about somebody they have since married.

Seven languages, most of them in translation, as that is how most of us meet. They run from 1897 to 1965 in the order they were written, and every one is still quarrelled over at home, which is how you tell that a classic is alive.`,
  books: [
    {
      id: "six-acres-and-a-third",
      note: "Odia, 1897 to 1899. The sliest narrator on this shelf tells how a pious man stole a field, with so much courtesy that you have to check who is being praised. The law courts come off worst.",
    },
    {
      id: "umrao-jan-ada",
      note: "Urdu, 1899. A stolen child becomes the most quoted woman in Lucknow, and tells it without asking to be pitied. The couplets are half the story.",
    },
    {
      id: "gora",
      note: "Bengali, 1910. Tagore gives the loudest man in Calcutta every good argument for orthodoxy, and then one fact. The debates run on, but so do the tea, the jealousy and the first love.",
    },
    {
      id: "pather-panchali",
      note: "Bengali again, 1929, because we could not leave it out. Two children, green mangoes, a railway line. Nothing happens that a newspaper would print, and you will remember all of it.",
    },
    {
      id: "untouchable",
      note: "English, 1935. One day, one young man, one careless touch in a bazaar. It is short and it is angry, and the anger has not dated as it should have.",
    },
    {
      id: "godan",
      note: "Hindi, 1936. A farmer wants a cow. Around that one wish Premchand puts a whole village, its moneylenders and its kindnesses. If you read Hindi even slowly, read it in Hindi, as it is here.",
    },
    {
      id: "chemmeen",
      note: "Malayalam, 1956. On this coast a husband’s safety at sea hangs on his wife’s faith on shore. Anita Nair’s translation keeps the salt. Read it with the window open.",
    },
    {
      id: "samskara",
      note: "Kannada, 1965. A man has died and nobody will cremate him. Out of that one question of rules comes a story as tight as a detective novel, in A. K. Ramanujan’s English.",
    },
  ],
};
