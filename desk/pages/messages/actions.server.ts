import { z } from "zod";

import { answerField, ticketField } from "#desk/http/answer-fields.ts";
import { readForm } from "#desk/http/read-form.ts";
import { answerTicket, maxAnswerLength } from "#shop/people/correspondence/answer-ticket.server.ts";
import { closeTicket } from "#shop/people/correspondence/contact.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const ofSellers = { needs: "people", proof: "passkey" } as const;
const isOver = (ticket: string) =>
  new ActionRefused(`${ticket} is already closed: somebody has answered or closed it.`);

/** Answers a message by letter, and closes it. */
export const answerMessage = deskAction({
  name: "people.answer-message",
  does: "answer a message",
  cannotUndo: "the answer is sent",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ ticket: ticketField, answer: answerField(maxAnswerLength) })),
  async run({ services }, { ticket, answer }) {
    if (!(await answerTicket(services, "message", { ticket, answer }))) throw isOver(ticket);
    return {
      answer: `The answer to ${ticket} is being sent by e-mail, and the message is closed.`,
      entry: {
        action: "people.answer-message",
        words: `Answered the message ${ticket}.`,
        subject: `ticket ${ticket}`,
      },
    };
  },
});

/** Closes a message that was answered elsewhere or needs no answer. */
export const closeMessage = deskAction({
  name: "people.close-message",
  does: "close a message",
  cannotUndo: "an answer of the reader opens the message again",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ ticket: ticketField })),
  async run({ services }, { ticket }) {
    if (!(await closeTicket(services, ticket))) throw isOver(ticket);
    return {
      answer: `The message ${ticket} is closed.`,
      entry: { action: "people.close-message", words: `Closed the message ${ticket}.`, subject: `ticket ${ticket}` },
    };
  },
});

export const messageActions = [answerMessage, closeMessage] as const;
