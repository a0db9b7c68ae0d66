import { href } from "#routing/href.ts";
import { cleanText } from "#shop/text/clean-text.ts";
import type { LetterType } from "./letter-type.ts";
import { linkTo } from "./link-to.ts";

/** To the shop, once a day, when more messages have come than are sent by letter. */
export const contactGathered: LetterType<Record<never, never>> = {
  load: () => Promise.resolve({}),
  write(_, shop) {
    return {
      subject: "More messages came today than we send by letter",
      preheader: "They are all kept. The command line lists them.",
      heading: "Many messages came today",
      greeting: "Hello,",
      paragraphs: [
        "So many messages have come by the contact page within a day that the others are not sent to you one by one. None is lost: the command below lists all that wait for their answer.",
        "If they look like a program's work, the addresses of their writers say nothing, because anybody may have typed them.",
      ],
      facts: [{ label: "To read them", value: "npm run shop -- contact list" }],
      action: { label: "Visit the shop", url: linkTo(href("/"), shop.publicUrl) },
      links: [],
      because: `You get this letter because you look after ${cleanText(shop.name)}. It comes once a day at most.`,
    };
  },
  sample: {},
};
