/** The policy on cancellations, returns and refunds. */
export const returnsPolicy = {
  lead: "The right book, in one piece. When it is not, we put it right and pay the postage.",
  text: `
## Before it leaves: cancel {#cancel}

Open your order, from [your orders](/orders) or with the link in its e-mail, and press “Cancel this order”. You can cancel everything, or single copies. It costs nothing and needs no reason.

We refund the money at once to the card or account you paid with; it usually arrives there within {refund time}. When you cancel everything, we refund a delivery fee too.

## Damaged, misprinted or the wrong book {#damaged}

Tell us within {days to return} of the day the parcel arrived. A torn cover, missing pages, a wrong title, a crushed corner on a present: all of these count.

1. Open your order, from [your orders](/orders) or with the link in its e-mail, and press “Return a book”. Choose the book and say what is wrong with it.
2. We answer by e-mail within two working days: how the book comes back to us at our cost, or that you may keep it. Please send it within {days to return} of our answer, with the order’s number on the parcel.
3. We refund your money when the book arrives, or at once when you keep it. Would you rather have another copy? Say so, and we send one if we have it.

## It is fine, but not for you {#changed-mind}

Within {days to return} you may also send back a book simply because it is not what you hoped for, unread and as it came. Ask with “Return a book” on the order’s page first, so that we know what arrives, and send it within {days to return} of our answer. Here you pay the postage; we refund the price you paid for the book.

We cannot accept two things: a book somebody has written in, and a sealed set that has been opened.

## When the money arrives {#money}

We send it within two working days of receiving the book, or at once when nothing needs to come back. It goes to the card, UPI or account you paid with and usually arrives there within {refund time}. Then an e-mail tells you the amount, and a credit note appears on your order’s page.

{while paying at the door is offered} What you paid when the parcel came we pay back by bank transfer or UPI, and ask you where to send it.

After a discount, we refund what you paid for those copies, to the paisa.

## Automatic refunds {#automatic}

If a payment reaches us when the books are gone, or one order was paid twice, we refund the money without being asked, and you get an e-mail.

## If we do not agree {#disagree}

Write to the grievance officer: {complaints e-mail}. Every complaint gets a ticket at once, an answer within 48 hours and a resolution within a month. All addresses are on the [contact page](/contact#grievance). These rules take nothing from your rights under the Consumer Protection Act, 2019.
`.trim(),
};
