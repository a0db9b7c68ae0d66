import type { DemoOpening } from "#db/demo/demo-types.ts";

const theChair = `
Begin with the chair. People who want to read more begin with the book, which is natural and wrong. They buy a serious one, in hardback, and put it beside the bed, where it spends the winter under a glass of water. Nothing is the matter with the book. It was simply asked to do a chair’s work.

A reading chair need not be a good chair. Mine is cane, has one short leg, and complains when I cross my ankles. It stands at a window that looks on a water tank and, past the tank, on a gulmohar belonging to somebody else. What makes it a reading chair is that I do nothing else in it. I do not eat there, or pay bills there, or sit there to put on my shoes. The body is a slow student but it never forgets a lesson about furniture. After a month of this it needed only to be lowered into the cane, and something behind the eyes began to settle, like tea leaves when the spoon comes out.

If you live with other people, you will have to defend the chair. Children will want it because you do. A cat will understand at once that it is the most important place in the house. Be firm with the children. There is nothing to be done about the cat.

If there is no room for a chair, there is room for a corner of a bed, or a particular stair, or the third seat from the door of the 8.14. I know of a stool behind the counter of a medicine shop that has seen more novels than most libraries. The place does not matter. Its being always the same does.

Now the half hour.

Half an hour is not much. It is one episode of nothing in particular. It is the time it takes to decide what to watch. And yet when I suggest it, people look at me with real alarm, as if I had asked for a kidney. They have the half hour; they have several, broken into coins and spent a minute at a time on a lit screen, so that by night they are poor and cannot say what they bought. All I ask is that one note of thirty be kept whole.

Keep it at the same time each day. Which time is your own affair. The mornings have a great reputation, chiefly among people who get up in them. I am fond of the hour after lunch on Sundays, when the lane goes quiet and even the pressure cookers rest, but a week has only one of those, and on the other days I take the half hour before the lamps, when it is too late to begin any work and too early to be tired. Somebody I know reads from ten past six in the morning until the milk comes. When the milk is late she is delighted.

And put the phone in another room. Not face down on the arm of the chair: in another room, and if you can bear it, in a drawer in the other room. This is not because the phone is wicked. It is because a mind that may be called at any moment reads the way one sleeps in a railway waiting room, with a hand on the luggage. You will turn pages. You may even finish the chapter. But some part of you will have stayed up all the while, listening for your number.

For the first few days you will reach for it. The hand goes out by itself to where the phone used to be, pats the cane, and comes back looking foolish. Let it. Do not scold the hand. It has been trained, with great skill and at great expense, by people who are very good at their work. Notice that it went, and go back to the line where you were. That is the whole exercise, and you will find nothing harder in this book. The reaching comes less often after a week. After three you may notice, some evening, that the light has gone and that you have been holding the page up to the window without knowing it, and that nobody has wanted you for forty minutes, and that the world has somehow held together.

That evening you may keep the chair.
`;

const thePencil = `
Next to the chair, on the floor if need be, put a pencil. A short one is best, the kind the carpenter leaves behind. A pen will do for people who are sure of themselves.

I was brought up never to write in a book. Books were covered in brown paper in June, and labelled, and handed down in March to a cousin who would be tested on the same chapters, and a mark in the margin was a kind of theft from the cousin. I kept the rule for thirty years, long after I had run out of cousins. Then I bought, at one of those Sunday pavements where books are sold by weight, a stout green history of irrigation. I do not know why I bought it. It had been read before me by somebody with a soft pencil and strong opinions.

This reader argued. Beside a paragraph on the benefits of canals stood the words *to whom?* Beside a table of figures: *he did not count the women*. On page 112, next to nothing very much, was written *rain at last*, and a date in July. I have forgotten all that the green book says about irrigation. But I remember the rain. Somebody had sat with this same page open, waiting, and had lifted their head.

After that I bought a pencil.

The marks are not for later. This is the mistake of students, who underline so that they need not remember. I hardly ever go back and look at mine. The marks are for now: they are a way of answering. A book is one half of a conversation, and it is tiring to listen for three hundred pages to somebody who never pauses, as anyone with an uncle knows. The pencil is how you get a word in. A line down the side says, yes. A question mark says, surely not. A small cross, in my own system, says that here is a sentence I should like to have written, and will now spoil by saying it to people at dinner.

You need no system. You need only be the kind of reader to whom something might happen, and to have in your hand the means of saying that it did.

Slowness comes with the pencil and cannot be got in any other way that I have found. I have tried to read slowly by deciding to. It lasts a page. The eye is a commuter; it knows the road and wants to be home. But an eye that has been told to look out for one sentence, only one, that is worth the trouble of lifting a pencil, will walk. It looks into doorways. It notices that the writer has used *although* three times and is working up to something. I have had half hours in which I read four pages and they were the longest journey of the week.

Do not count the pages, then. They will be counted for you in other places; there are machines now that will tell you how many you have read this year and whether your friends have read more. It is a curious thing to be told. Nobody comes back from an afternoon by the river with a figure.

Two warnings, and the chapter is over.

Do not write in a book that belongs to somebody else, unless you love them and they know it. A borrowed book wants a slip of paper, which can carry all the same remarks and go home in your pocket. I have a tin of such slips. Many of them I can no longer connect with any book, and they have become a sort of book themselves. *Not the aunt!* says one.

And do not read over what you wrote in the margin at nineteen, or do so only when you are feeling strong. You will find there a person with very firm handwriting, who has just understood everything. Be kind. They could not have known that you would come back, in spectacles, with a shorter pencil, to sit beside them in the same sentence. Move up a little. Make room. Write underneath: *rain at last*, and put the date.
`;

/** Written for this project; the book itself is invented for the demonstration. */
export const mindfulReading: DemoOpening = {
  work: "mindful-reading",
  kind: "extract",
  source: "The first two chapters",
  text: `## The chair\n\n${theChair.trim()}\n\n## The pencil\n\n${thePencil.trim()}`,
};
