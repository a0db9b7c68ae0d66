import { mailLink } from "#app/content/shop-facts.ts";
import { waysToSignIn } from "#app/content/ways-to-sign-in.ts";
import type { QuestionGroup, WriteGroup } from "./question.ts";

/** Questions about accounts, letters, personal data and contact. */
export const writeAboutYou: WriteGroup = ({ name, seller, policies }): QuestionGroup => ({
  id: "you",
  heading: "Your account and your data",
  questions: [
    {
      id: "sign-in",
      also: "login register",
      question: "How do I sign in?",
      answer: waysToSignIn.map(({ answer }) => answer),
    },
    {
      id: "no-password",
      also: "login",
      question: "Why does nobody ask for a password at sign-in?",
      answer: [
        "Because there is none to steal. If you like, set an account password in [your account](/account): it is then asked for before your e-mail address changes, your data is exported or the account is deleted.",
      ],
    },
    {
      id: "wishlist-without-account",
      question: "Can I keep a wishlist without an account?",
      answer: [
        "Yes, on the device you use. When you sign in, it joins the [wishlist](/wishlist) of your account, and you have it on all your devices.",
      ],
    },
    {
      id: "newsletter",
      also: "unsubscribe subscribe mail",
      question: "How do I subscribe to the newsletter, and how do I unsubscribe?",
      answer: [
        "Leave your e-mail address on the [newsletter page](/newsletter) and confirm it with the e-mail we send you. Every issue has a link to unsubscribe; one click, and your address is deleted.",
      ],
    },
    {
      id: "reviews",
      also: "rating stars opinion",
      question: "How do I review a book?",
      answer: [
        "Buy it here, read it, and press “Write a review” on its page, or “Review this book” on your order’s page. You sign in for that. We publish reviews as you write them. [Our few rules are here](/terms-of-service#reviews).",
      ],
    },
    {
      id: "trackers",
      also: "privacy cookies tracking",
      question: "Do you follow me around?",
      answer: [
        "No. No advertising, no trackers, no record of the pages you look at, and so no cookie banner. The [privacy policy](/privacy-policy) names every cookie.",
      ],
    },
    {
      id: "delete-data",
      also: "privacy erase close account dpdp",
      question: "How do I have my data deleted?",
      answer: [
        `Close the account on [its page](/account), or write to ${mailLink(seller.email)}. We keep only what tax law requires: the documents of your orders.`,
      ],
    },
    {
      id: "children",
      question: "May children use the shop?",
      answer: ["From 13, and under 18 with the consent of a parent or guardian. Children’s books are for every age."],
    },
    {
      id: "reach-a-person",
      also: "contact phone email support help",
      question: "How do I reach a person?",
      answer: [
        `Through the [contact page](/contact): every message gets a ticket and an answer from a person. Or call; the phone is answered ${policies.supportHours}.`,
      ],
    },
    {
      id: "complaint",
      also: "grievance refund legal",
      question: `What if ${name} does not put it right?`,
      answer: [
        "Write to the grievance officer, named on the [contact page](/contact#grievance). You get an answer within 48 hours and a resolution within a month. The National Consumer Helpline is 1915.",
      ],
    },
    {
      id: "software",
      question: "What is this shop made with?",
      answer: ["With Endpaper, free bookshop software; any bookseller can open one."],
    },
  ],
});
