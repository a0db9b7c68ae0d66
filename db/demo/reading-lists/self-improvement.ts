import type { DemoReadingList } from "#db/demo/demo-types.ts";

export const selfImprovement: DemoReadingList = {
  id: "self-improvement",
  title: "Self-improvement",
  summary: "Small changes, no shouting.",
  introduction: `We are wary of books that promise a new person by Friday. Most of what has ever helped anybody fits on a card: sleep, walk, spend less than you earn, put the phone in another room, be kind while there is time.

These eight say it well, and each of them says one thing only. Choose the one whose title annoys you slightly. Try what it suggests for a month before you buy another.`,
  books: [
    {
      id: "mindful-reading",
      note: "Our own, so take this with salt: the pocket book we wrote for the demonstration shelf. Half an hour, one chair, one book. It is short on purpose, and it allows you to abandon it.",
    },
    {
      id: "atomic-habits",
      note: "The practical one. Clear does not care about your character, only about where you leave your shoes, and that is a relief. The first hundred pages do most of the work.",
    },
    {
      id: "digital-minimalism",
      note: "For anyone who has picked up the phone to check the time and put it down twenty minutes later without knowing the time. The month away from it is harder than it sounds, and better.",
    },
    {
      id: "four-thousand-weeks",
      note: "The one we give to people who own several books like this. You will never get on top of it all, says Burkeman, and then he shows what a good mood that can put you in.",
    },
    {
      id: "lets-talk-money",
      note: "Written for salaries, agents and provident funds as we know them in this country. Three bank accounts, an emergency fund and a term policy before anybody says mutual fund. Dull in exactly the right way.",
    },
    {
      id: "quiet",
      note: "Nothing here needs improving, it says, and the relief on some readers’ faces is worth the shelf space. Pass it to a parent, or to whoever decides where the desks stand.",
    },
    {
      id: "meditations",
      note: "A tired man at the top of the world reminding himself to get out of bed and be patient with fools. A page a night. It has been in print for a while.",
    },
    {
      id: "mans-search-for-meaning",
      note: "Last, and not to be hurried. It is not about feeling better. It is about what was left to a person when everything else had been taken, told without raising the voice.",
    },
  ],
};
