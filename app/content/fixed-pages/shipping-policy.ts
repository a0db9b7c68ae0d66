/** The shipping policy. */
export const shippingPolicy = {
  lead: "Books travel well when somebody has packed them with care. Here is what it costs, and when it arrives.",
  text: `
## What it costs {#cost}

{delivery cost}

{delivery prices}

The cart shows what delivery costs before you pay. Nothing is added later.

{collection}

## How long it takes {#time}

We pack {packing time}, {packing days}, and hand the parcel to a courier. {same-day limit}

{days off}

{courier days}

An order placed now is sent by {sending day}.

These are the usual times from your order to your door:

{delivery times}

Festivals, floods and strikes make couriers slower. When we know of a delay, we write to you.

## Where we deliver {#where}

To every PIN code in India, the islands and Army post offices included. We do not ship abroad yet.

You can send a present straight to someone else: give the address of the person who gets it, and your own e-mail address for our e-mails. No price is printed on the outside of a parcel.

## Following a parcel {#track}

When the parcel leaves us, you get an e-mail with the courier’s name, the tracking number and a link. The same is on your order’s page; the link in the order’s e-mail takes you there, with or without an account.

The courier calls the phone number of the order if nobody is at home, and comes again.

## A wrong address, or a change of mind {#before-it-leaves}

Until the parcel leaves, you can cancel the order, or single copies, on its page, free of charge. For another address, cancel and order again, or [write to us](/contact) at once and we will try to stop the parcel.

## Late, lost or damaged {#late}

A parcel that is three working days later than the table says is our worry, not yours: [write to us](/contact) with the order’s number. We find it, send the books again or refund your money; the choice is yours.

If the box is crushed or wet, take a photograph before you open it, and see [returns](/returns).
`.trim(),
};
