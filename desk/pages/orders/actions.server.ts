import { z } from "zod";

import { openAgain, readForm } from "#desk/http/read-form.ts";
import { maxViews, removeOrderView, saveOrderView } from "#shop/office/back-office/orders/order-views.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";
import { deskLineField } from "#shop/kernel/forms/line-field.ts";

const view = z.object({
  name: deskLineField("the name", 60, "Give it a name."),
  query: z.string().max(500, "This search is too long to be kept: it may have at most 500 characters."),
});

/** Saves the current search under a name, for the signed-in person. */
export const saveView = deskAction({
  name: "orders.save-view",
  does: "keep a list of orders",
  cannotUndo: "it is taken out on the same page",
  needs: "orders",
  proof: "passkey",
  read: (form) => readForm(form, view),
  async run({ services, session }, given) {
    const isSaved = await saveOrderView(services.db, session.staff.id, given);
    if (!isSaved) throw new ActionRefused(`You have ${maxViews} lists already. Take one out first.`);
    return { answer: { words: `The list “${given.name}” is kept for you.`, query: given.query }, entry: null };
  },
});

/** Removes one of the person's saved searches. */
export const removeView = deskAction({
  name: "orders.remove-view",
  does: "take a list of orders out",
  cannotUndo: "it is kept again on the same page",
  needs: "orders",
  proof: "passkey",
  read: (form) =>
    readForm(
      form,
      z.object({
        view: z.string().regex(/^[1-9]\d{0,14}$/, "Choose a list."),
        query: z.string().max(500, openAgain),
      }),
    ),
  async run({ services, session }, { view: id, query }) {
    await removeOrderView(services.db, session.staff.id, id);
    return { answer: { words: "The list is taken out. The orders are where they were.", query }, entry: null };
  },
});

export const viewActions = [saveView, removeView] as const;
