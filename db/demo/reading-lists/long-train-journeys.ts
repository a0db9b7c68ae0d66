import type { DemoReadingList } from "#db/demo/demo-types.ts";

export const longTrainJourneys: DemoReadingList = {
  id: "long-train-journeys",
  title: "Long train journeys",
  summary: "Picked by the hour, from a day coach to two nights in a sleeper.",
  introduction: `A train is the last good reading room. Nobody needs you, the window does the resting for your eyes, and someone comes by with tea at exactly the point where a chapter should end.

We have set these in order of length: first the ones for a morning in a chair car, at the end the ones for two nights and a flask. One rule only. Never start a detective novel whose last fifty pages you would have to read on the platform.`,
  books: [
    {
      id: "and-then-there-were-none",
      note: "Chair car, five hours. Ten guests, one island, and a nursery rhyme to count down by. Choose a seat with your back to the wall.",
    },
    {
      id: "train-to-pakistan",
      note: "Fewer than two hundred pages, and you will look out at small stations differently. Singh tells the worst summer of the century through a village that sets its clocks by the trains.",
    },
    {
      id: "midnight-at-malabar-house",
      note: "A day train. Bombay on the last night of 1949, a murdered diplomat without trousers, and India’s first woman police inspector, who has been given the case so that she may fail.",
    },
    {
      id: "the-devotion-of-suspect-x",
      note: "You know who did it by page thirty, and it will still keep you up past the dimming of the lights. A mathematician builds the perfect alibi out of love. Upper berth, reading lamp, no interruptions.",
    },
    {
      id: "around-india-in-80-trains",
      note: "Eighty trains in four months, by someone who let everybody on the lower berth have their say. You will get down with a list of lines you have not tried.",
    },
    {
      id: "from-heaven-lake",
      note: "For when the train stands still in a field for no reason. Seth went home from China overland, mostly in the cabs of trucks, and is the most patient company a delayed reader could have.",
    },
    {
      id: "picture-imperfect",
      note: "Byomkesh in short cases, each about as long as the gap between two big junctions. Calcutta boarding houses, poisoned pins, and a detective who dislikes the word.",
    },
    {
      id: "the-shadow-lines",
      note: "One night. A boy in Calcutta who has never left knows London street by street from another man’s stories. It folds time so quietly that you may miss your stop.",
    },
    {
      id: "a-suitable-boy",
      note: "Two nights and most of the day between, and even then you will not finish. Take it anyway. Four families, a shoe factory, a ghazal singer, and a mother in the next berth who is everybody’s mother.",
    },
  ],
};
