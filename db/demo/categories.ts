/** A category of the demonstration catalogue; the array is in shelf order, and `parentId` makes the tree. */
export interface DemoCategory {
  id: string;
  name: string;
  description: string;
  parentId?: string;
}

export const categories: DemoCategory[] = [
  {
    id: "fiction",
    name: "Fiction",
    description: "Novels and stories of every kind, from a quiet morning in Malgudi to the far side of the galaxy.",
  },
  {
    id: "non-fiction",
    name: "Non-fiction",
    description: "True things, well told: lives, arguments, discoveries and ways to live a little better.",
  },
  {
    id: "children",
    name: "Children’s books",
    description: "Adventures, animals and awkward questions for readers who still read under the blanket.",
  },
  {
    id: "translations",
    name: "Indian translations",
    description:
      "Malayalam, Bengali, Tamil, Kannada, Urdu and more, carried into English by translators worth knowing by name.",
    parentId: "fiction",
  },
  {
    id: "literary-fiction",
    name: "Literary fiction",
    description: "Indian and other novels that care as much about the sentence as about the story.",
    parentId: "fiction",
  },
  {
    id: "classics",
    name: "Classics",
    description: "The books other books keep talking about, in editions you can carry in one hand.",
    parentId: "fiction",
  },
  {
    id: "crime",
    name: "Crime and mystery",
    description: "Detectives from Baker Street to Hatibagan, and a few culprits you may end up rooting for.",
    parentId: "fiction",
  },
  {
    id: "science-fiction-fantasy",
    name: "Science fiction and fantasy",
    description: "Other worlds with their own weather, gods and laws of physics.",
    parentId: "fiction",
  },
  {
    id: "historical-fiction",
    name: "Historical fiction",
    description: "The past with its smells put back: opium ships, Mughal kitchens, partition trains.",
    parentId: "fiction",
  },
  {
    id: "romance",
    name: "Romance",
    description: "People who should have said so on page ten, and the pleasure of waiting until page three hundred.",
    parentId: "fiction",
  },
  {
    id: "short-stories",
    name: "Short stories",
    description: "Whole lives in twenty pages, made for a metro ride or the quarter hour before sleep.",
    parentId: "fiction",
  },
  { id: "hindi", name: "हिन्दी", description: "हिन्दी के उपन्यास, कहानियाँ और कविताएँ: प्रेमचंद से आज तक।", parentId: "fiction" },
  {
    id: "poetry",
    name: "Poetry and plays",
    description: "Lines to learn by heart and scenes to read aloud, ancient and recent.",
    parentId: "fiction",
  },
  {
    id: "graphic",
    name: "Graphic novels",
    description: "Stories drawn panel by panel, from Delhi streets to memories of Tehran.",
    parentId: "fiction",
  },
  {
    id: "biography",
    name: "Biography and memoir",
    description: "Lives examined by those who lived them, or by somebody patient enough to ask.",
    parentId: "non-fiction",
  },
  {
    id: "history",
    name: "History",
    description: "How we came to be here, argued from coins, letters, ruins and court records.",
    parentId: "non-fiction",
  },
  {
    id: "society",
    name: "Politics and society",
    description: "Reporting and thinking about how we live together, and where it hurts.",
    parentId: "non-fiction",
  },
  {
    id: "science",
    name: "Science and nature",
    description: "Genes, tigers, black holes and monsoons, explained by people who love them.",
    parentId: "non-fiction",
  },
  {
    id: "business",
    name: "Business and money",
    description: "Companies, markets and work, without the airport swagger.",
    parentId: "non-fiction",
  },
  {
    id: "self-improvement",
    name: "Self-improvement",
    description: "Attention, habits, calm: books that ask for a pencil in the margin.",
    parentId: "non-fiction",
  },
  {
    id: "food",
    name: "Food and cooking",
    description: "Kitchens, recipes and the histories folded into them.",
    parentId: "non-fiction",
  },
  {
    id: "travel",
    name: "Travel",
    description: "Slow trains, long walks and cities seen by someone who stayed a while.",
    parentId: "non-fiction",
  },
  {
    id: "philosophy",
    name: "Myth and philosophy",
    description: "The epics retold, and the oldest questions asked again.",
    parentId: "non-fiction",
  },
  {
    id: "picture-books",
    name: "Picture books",
    description: "For laps and floor cushions: few words, much to point at.",
    parentId: "children",
  },
  {
    id: "young-adult",
    name: "Young adult",
    description: "First loves, first losses and the first time the world looks unfair.",
    parentId: "children",
  },
];
