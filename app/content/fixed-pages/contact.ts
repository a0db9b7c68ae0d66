/** The words next to the form of the contact page. */
export const contact = {
  lead: "A question about a book, a parcel or a bill? A person reads every message and answers it, usually within two working days.",
  text: `
## Other ways {#ways}

{contact details}

## Complaints {#grievance}

If we haven’t put something right, write to our grievance officer. You get a ticket at once, an answer within 48 hours and a resolution within a month.

{complaints contact}

You can also turn to the National Consumer Helpline: call [1915](tel:1915) or see [consumerhelpline.gov.in](https://consumerhelpline.gov.in/).
`.trim(),
};
