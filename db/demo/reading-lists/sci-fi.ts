import type { DemoReadingList } from "#db/demo/demo-types.ts";

export const sciFi: DemoReadingList = {
  id: "sci-fi",
  title: "Sci-fi",
  summary: "Other worlds, to see this one better.",
  introduction: `People who say they do not read science fiction have usually met only the spaceships. The rest of it, the larger part, asks one strange question and then stays with whoever has to live in the answer.

We have put them in an order. The first takes one cup of tea, those in the middle a week each, and the last will be with you for a good deal longer. Four come from our own subcontinent, the earliest of them from 1905.`,
  books: [
    {
      id: "sultanas-dream-and-padmarag",
      note: "The men are locked indoors, the women run the country on sunlight, and it is over before the cup is empty. Written by a woman passing the time while her husband was on tour. Everything else on this list came later.",
    },
    {
      id: "stories-of-your-life-and-others",
      note: "If one book is to change your mind about the whole shelf, let it be this. Start with the title story, about learning a language that has no before and after, and do not read it in a public place.",
    },
    {
      id: "the-woman-who-thought-she-was-a-planet",
      note: "Vandana Singh is a physicist, and her marvels happen in kitchens and on Delhi pavements. The retired bureaucrat whose wife turns out to be a planet is mainly worried about what the neighbours will think.",
    },
    {
      id: "the-left-hand-of-darkness",
      note: "A slow start, politics and weather, and then two people haul a sledge across the ice and you understand why it had to be slow. The finest thing here on friendship.",
    },
    {
      id: "kindred",
      note: "No machine, no explanation: a woman in 1976 is pulled back to a plantation whenever one particular boy is about to die. Butler makes you feel how quickly a person can be taught to obey. It reads like a thriller and stays like a bruise.",
    },
    {
      id: "chosen-spirits",
      note: "Delhi, a few years from whenever you read this, with the air worse and the phones more helpful. Basu’s people are only slightly brave, which makes them more useful than heroes.",
    },
    {
      id: "the-wall-bhatia",
      note: "A city of fifteen rings that nobody has left in two thousand years, argued over by a constitutional lawyer. If you like your rebellions to come with statutes and songs, there is a second volume waiting.",
    },
    {
      id: "the-three-body-problem",
      note: "It opens in the Cultural Revolution with a scene you will not forget, then thinks bigger with every chapter until you have to get up and look at the ceiling. Trust the footnotes.",
    },
    {
      id: "dune",
      note: "Leave it for the longest week of the year. Water counted by the drop, a boy who can see what he will become, and appendices for those who cannot bear to leave.",
    },
  ],
};
