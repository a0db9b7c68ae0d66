/** A set of books sold together at a discount. */
export interface DemoBundle {
  id: string;
  name: string;
  description: string;
  books: string[];
}

export const bundles: DemoBundle[] = [
  {
    id: "down-the-ganges-with-the-ibis",
    name: "Down the Ganges with the Ibis",
    description:
      "All three volumes of Amitav Ghosh’s opium saga, from the poppy fields of Ghazipur to the guns off Canton. Clear a month.",
    books: ["sea-of-poppies", "river-of-smoke", "flood-of-fire"],
  },
  {
    id: "feludas-first-cases",
    name: "Three cases for Feluda",
    description: "A ring in Lucknow, a murder in Gangtok and a boy in Rajasthan who remembers another life.",
    books: ["the-emperors-ring", "trouble-in-gangtok", "the-golden-fortress"],
  },
  {
    id: "quieter-days",
    name: "Quieter days",
    description:
      "Put the phone in a drawer, read slowly, and do one thing at a time: three books that agree with each other.",
    books: ["mindful-reading", "digital-minimalism", "four-thousand-weeks"],
  },
  {
    id: "hindi-in-three-moods",
    name: "हिन्दी के तीन रंग",
    description:
      "A village, a love story and a government office: three Hindi novels that every shelf should start with.",
    books: ["godan", "gunahon-ka-devta", "raag-darbari"],
  },
  {
    id: "under-the-blanket",
    name: "Under the blanket",
    description:
      "A blue umbrella, a very clever girl and a spider who can spell, for readers who were told to sleep an hour ago.",
    books: ["the-blue-umbrella", "matilda", "charlottes-web"],
  },
  {
    id: "the-company-in-two-acts",
    name: "The Company in two acts",
    description:
      "William Dalrymple on how a London office conquered a subcontinent, and on the last emperor it swept aside.",
    books: ["the-anarchy", "the-last-mughal"],
  },
  {
    id: "worlds-next-door",
    name: "Worlds next door",
    description:
      "Shiva as a man, Delhi in ten years and a city behind a wall: Indian speculative fiction to begin with.",
    books: ["the-immortals-of-meluha", "chosen-spirits", "the-wall-bhatia"],
  },
];
