import { z } from "zod";

import { openAgainMessage, readForm } from "#desk/http/read-form.ts";
import { maxViews, removeOrderView, saveOrderView } from "#shop/office/back-office/orders/order-views.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";

const view = z.object({
  name: deskLineField("the name", 60, "Enter a name."),
  query: z.string().max(500, "This search is too long to be saved: it may have at most 500 characters."),
});

/** Saves the current search under a name, for the signed-in person. */
export const saveView = deskAction({
  name: "orders.save-view",
  does: "save a list of orders",
  cannotUndo: "the list can be removed on the same page",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, view),
  async run({ services, session }, given) {
    const isSaved = await saveOrderView(services.db, session.staff.id, given);
    if (!isSaved) throw new ActionRefused(`You already have ${maxViews} lists. Remove one first.`);
    return { answer: { words: `The list “${given.name}” is saved for you.`, query: given.query }, entry: null };
  },
});

/** Removes one of the person's saved searches. */
export const removeView = deskAction({
  name: "orders.remove-view",
  does: "remove a list of orders",
  cannotUndo: "the list can be saved again on the same page",
  needs: "orders",
  proof: "passkey",
  read: (form) =>
    readForm(
      form,
      z.object({
        view: z.string().regex(/^[1-9]\d{0,14}$/, "Choose a list."),
        query: z.string().max(500, openAgainMessage),
      }),
    ),
  async run({ services, session }, { view: id, query }) {
    await removeOrderView(services.db, session.staff.id, id);
    return { answer: { words: "The list is removed. Its orders are not changed.", query }, entry: null };
  },
});

export const viewActions = [saveView, removeView] as const;
