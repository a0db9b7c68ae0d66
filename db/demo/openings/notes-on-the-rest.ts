/** The bookseller's notes on poetry, graphic novels and non-fiction; written for the demonstration. */

import type { DemoOpening } from "#db/demo/demo-types.ts";

export const notesOnTheRest: DemoOpening[] = [
  {
    work: "jejuri",
    kind: "note",
    text: `You arrive by bus, in the cold, behind a tarpaulin, and the first thing you see of the holy place is your own face in an old man’s glasses. It takes a minute to read that poem and about a year to stop noticing windows.

Read them in order, since they are one day’s walk. You need to believe in nothing. The one about the chickens in the field can be read by turning the page round, and ought to be shown to a child.`,
  },
  {
    work: "songs-of-kabir",
    kind: "note",
    text: `Nobody wrote these down while they were being made. They were sung, changed, sung again and quarrelled over for five hundred years, and what Mehrotra has done is to join the quarrel. Now and then an American word walks in with its hat on. Kabir would have borrowed it.

Read one before you leave the house. If it annoys you, it is working.`,
  },
  {
    work: "bhimayana",
    kind: "note",
    text: `There is not one box in it. The two artists would not have them: people who have been kept in their place for long enough should not be put in boxes again. So the page runs like water, and you follow it with a finger.

Look at the balloons. Kind words come out of the shape of a bird, and cruel ones have a sting like a scorpion’s. Once you have seen that, you will hear it in the street.`,
  },
  {
    work: "the-complete-maus",
    kind: "note",
    text: `It starts with roller skates. A boy of ten has been left behind by his friends and goes home to his father, and what his father says to him, in four lines, is the whole book.

Give it time between the two halves. It is drawn small, in black, on purpose; hold it close. People tell us that they were afraid of it for years and then read it in a night.`,
  },
  {
    work: "born-a-crime",
    kind: "note",
    text: `In the first chapter his mother throws him out of a moving minibus, for his own good. That is the tone. It is a very funny book about a very bad law, and the person in it whom you will not forget is not the one on the cover.

Read it on a journey, but not in a quiet carriage.`,
  },
  {
    work: "the-last-mughal",
    kind: "note",
    text: `Begin with the wedding procession, torches and elephants and a prince who is eleven years old, and remember it. Everybody in that street will be somewhere else in five years, and a good many will be nowhere.

You may know how it ends. You do not know what the sweet-makers said to the police, or what the spies could not spell. Dalrymple found twenty thousand papers in the National Archives that hardly anybody had asked for, and you can hear him being happy about it.`,
  },
  {
    work: "india-after-gandhi",
    kind: "note",
    text: `Nine hundred pages, and people finish it. We have wondered how, and think that it is because Guha likes a footnote as other men like a second helping: there is always somebody at the edge of the great event who kept a diary.

Start with the first election. One man has to find words for a party’s symbol, a name for every woman who is on the roll as somebody’s wife, and steel for two million boxes. If that chapter does not hold you, nothing here will. It will.`,
  },
  {
    work: "everybody-loves-a-good-drought",
    kind: "note",
    text: `The pieces are short because they were written for a newspaper. Read one, and then do something else: cook, or walk to the end of the road. They are not meant to be got through.

Sainath counts. How many kilometres, how many kilos, how much did the middleman keep. The anger is all in the arithmetic, and the jokes, of which there are more than you expect, are in the mouths of people who had every reason not to make any.`,
  },
  {
    work: "cosmos",
    kind: "note",
    text: `Some of the numbers have moved since. There are more moons now, and we have been to look at some of them. Pencil the new ones in; he would have liked that.

What has not moved is the voice, which talks to you as if you had asked a good question. Thirteen chapters: one for each Sunday of a cool season, on a roof, if there is a roof, before the moon comes up.`,
  },
  {
    work: "entangled-life",
    kind: "note",
    text: `You will walk differently after the second chapter. Not far: to the nearest tree, and you will stand there and look at the ground in a way that makes people ask whether you have lost something.

Towards the end the author means to grow mushrooms on a copy of this very book, and to eat them. By then it seems perfectly reasonable.`,
  },
  {
    work: "poor-economics",
    kind: "note",
    text: `Each chapter opens with somebody: a man with no work and a television, a mother who has walked a long way for a vaccine and will not come back for the second. You are given a moment to decide why. Then the authors tell you what happened when somebody troubled to find out.

Keep count of how often you were right. We did. It was good for us.`,
  },
  {
    work: "thinking-fast-and-slow",
    kind: "note",
    text: `There is a sum on an early page about a bat and a ball. Nearly everybody gets it wrong in the same way, quickly and with confidence, and it is worth doing before somebody tells you the answer. Do it now, in the shop. We will not look.

Then read a chapter at a time and no more, because that is about as long as the slower half of the mind will stay in its chair.`,
  },
  {
    work: "four-thousand-weeks",
    kind: "note",
    text: `It is the number of weeks in a life of about eighty years, and once it has been said there is no getting rid of it. Burkeman spent years writing about how to get everything done. Here he explains, cheerfully, that you will not.

Customers come back and say that it made them calmer. One said that she had cancelled a great many things and taken up swimming. There is a list at the end; you are allowed to do only one thing on it.`,
  },
  {
    work: "digital-minimalism",
    kind: "note",
    text: `The plan is thirty days without what you can do without, and then a slow unpacking, as after moving house. It is the unpacking that counts. Most people find that half the boxes can go.

Tell somebody before you begin, so that they do not think you have died. And decide beforehand what you will do with the evenings, because they turn out to be very long. We know a shop that can help with that.`,
  },
  {
    work: "salt-fat-acid-heat",
    kind: "note",
    text: `The recipes begin in the middle of the book. Most people turn to them first and are politely sent back. There are four things to understand, each has a chapter, and none of them needs a scale.

Taste before you salt, and after, and write down what changed. Do the chapter on heat with an egg. We should say that our own copy is no longer fit to be sold, and that the dal at the back of the shop has much improved.`,
  },
  {
    work: "city-of-djinns",
    kind: "note",
    text: `It goes backwards. Dalrymple rents two rooms at the top of a house, listens to his landlady, and then digs: under the flats of Punjabi refugees the bungalows of the Raj, under these the Mughals, under everybody the djinns, who have seen it all and are not impressed.

Take it along if you go to Delhi in winter. If you live there, take it to a place you pass every day.`,
  },
  {
    work: "meditations",
    kind: "note",
    text: `He did not mean you to read it. It has no title, it was not published, and half of it is a tired man telling himself not to lose his temper with people who are only being what they are. So open it anywhere, as one opens somebody’s notebook on a train, with a slightly guilty feeling.

The passage about getting up in the morning, at the beginning of the fifth book, is best read in bed.`,
  },
  {
    work: "yuganta",
    kind: "note",
    text: `If you grew up on the stories, sit down first. Karve takes the people of the Mahabharata one by one and asks of each what an anthropologist would ask: who fed whom, who married whom and what for, and who cleared the forest. The weapons of the gods stay in their cases.

It is short, plain and quite without malice. There are families in which it may not be discussed at table. We recommend it to those in particular.`,
  },
  {
    work: "the-blue-umbrella",
    kind: "note",
    text: `It is as long as a shower of rain. A girl gets an umbrella, a shopkeeper wants it, and that is all: there is no villain, only a person who has let himself want something too much, and a hillside full of people who notice.

Read it to a child in one sitting, and then ask who was sorry. Children always know. There is also a very good leopard’s claw.`,
  },
  {
    work: "haroun-and-the-sea-of-stories",
    kind: "note",
    text: `A father wrote it for his son at a time when he could not be with him, and when a good many people would have liked him to stop telling stories altogether. You need not know that. A ten-year-old will be busy with the water genie and the warnings in rhyme at every bend of the road.

If you read it aloud, practise the names. Half of them mean something in Hindustani, and it is a pleasure to be asked.`,
  },
  {
    work: "the-room-on-the-roof",
    kind: "note",
    text: `He was seventeen when he wrote it, in England, homesick, in a rented room, and he put into it everything he could not get there: the smell of the bazaar after rain, chaat, bicycles, being shouted for from the street. That is why it is so hungry a book.

For anybody who is about to leave home for the first time. Slip it into the trunk, under the towels.`,
  },
  {
    work: "the-night-life-of-trees",
    kind: "note",
    text: `Smell it first. The paper is made by hand, the colours are printed one after the other by hand, and every copy comes out a little different, as every tree does. Ours has a thumbprint on the last sheet.

Wash your hands, put out the lamp on the ceiling, and look at one tree an evening. The words beside it take ten seconds; the picture takes as long as you have.`,
  },
  {
    work: "the-gruffalo",
    kind: "note",
    text: `After three evenings you will know it by heart, and after thirty you will say it in the bus. There is nothing to be done about that. Do the owl in a high voice and the snake in a slow one, and leave the last word of each couplet to the child.

It is about somebody very small who tells a good story at the right moment. We think of it as a book on our own trade.`,
  },
  {
    work: "man-eaters-of-kumaon",
    kind: "note",
    text: `Corbett waits. That is what he does for most of this book: he sits in a tree at the edge of a village, in the cold, and listens to what the forest is saying about somebody he cannot see yet. Read it slowly enough and you will begin to hear it as well, the langur first, then the barking deer.

There is one chapter in which nobody is eaten. It is about his dog, and it is the one he would have wanted you to remember.`,
  },
  {
    work: "chai-chai",
    kind: "note",
    text: `You have been to all these places and never got down. The train stops for ten minutes, somebody brings tea, and a name goes past on a yellow board. Bishwanath Ghosh picked up his bag and stepped out, and found that a junction is a town where everybody is on the way to somewhere except the people who live there.

Good for a delay of three hours. Better for one of six.`,
  },
];
