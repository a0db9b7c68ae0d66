import type { DemoReadingList } from "#db/demo/demo-types.ts";

export const summer: DemoReadingList = {
  id: "summer",
  title: "Summer",
  summary: "For long afternoons, short nights and the fan on full.",
  introduction: `Between two and five on a May afternoon nobody in this country can be asked to do anything. The street is white, the dog has found the one cool tile, and there is just enough movement in the air to turn a page.

So here are books for those three hours. Some are wet: a tide country, a coastline, a hillside in the rains. Some are quick enough to finish before the tea comes. None of them minds being put down on its face while you sleep.`,
  books: [
    {
      id: "the-blue-umbrella",
      note: "Begin here, because it takes an hour and the monsoon comes up the valley in it. Bond never scolds old Ram Bharosa for wanting the umbrella as badly as he does, which is why children trust the story and grown people remember it.",
    },
    {
      id: "the-hungry-tide",
      note: "The Sundarbans, twice a day under water. Ghosh knows how a dolphin breathes and how a boatman reads mud, and somewhere past the middle a storm gathers that will cost you a night’s sleep.",
    },
    {
      id: "the-golden-fortress",
      note: "School is shut, so you may as well go to Rajasthan by train with Feluda. Jatayu gets on during the journey, and the series is never again as serious as it was. Read it aloud if there is a ten-year-old in the house.",
    },
    {
      id: "the-zoya-factor",
      note: "Cricket, superstition and an advertising agency, told in the Hinglish people really speak on terraces. Pure mango season: sweet, a little messy, gone before you meant to stop.",
    },
    {
      id: "climbing-the-mango-trees",
      note: "Madhur Jaffrey’s childhood summers with several dozen cousins, up a tree with salt and chilli in a twist of paper. The recipes at the end are real, and the frothed winter milk will make you wait for December.",
    },
    {
      id: "my-husband-and-other-animals",
      note: "Short pieces, a few pages each, ideal for a mind that keeps dozing off. Frogs in the bathroom, a leopard on the wall, and a writer who is funny about fear because she looks at it properly.",
    },
    {
      id: "following-fish",
      note: "All the way round the coast by way of lunch. Subramanian was not fond of fish when he started, and his slow conversion, curry by curry, is the best argument we know for going to the sea in the wrong season.",
    },
    {
      id: "beach-read",
      note: "It says so on the cover. Two writers, two decks, one lake and a bet, with more grief under the banter than you expect and exactly as much kissing as you do.",
    },
  ],
};
