import { z } from "zod";

import { answerField, ticketField } from "#desk/http/answer-fields.ts";
import { readForm } from "#desk/http/read-form.ts";
import { answerTicket, maxAnswerLength } from "#shop/people/correspondence/answer-ticket.server.ts";
import { closeBookRequest } from "#shop/people/correspondence/book-requests.server.ts";
import { ActionRefused, deskAction } from "#shop/people/staff/run-action.server.ts";

const ofSellers = { needs: "people", proof: "passkey" } as const;
const isOver = (ticket: string) =>
  new ActionRefused(`${ticket} is already closed: somebody has answered or closed it.`);

/** Answers a request for a book by letter, and closes it. */
export const answerRequest = deskAction({
  name: "people.answer-request",
  does: "answer a request for a book",
  cannotUndo: "the answer is sent",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ ticket: ticketField, answer: answerField(maxAnswerLength) })),
  async run({ services }, { ticket, answer }) {
    if (!(await answerTicket(services, "request", { ticket, answer }))) throw isOver(ticket);
    return {
      answer: `The answer to ${ticket} is being sent by e-mail, and the request is closed.`,
      entry: {
        action: "people.answer-request",
        words: `Answered the request ${ticket}.`,
        subject: `ticket ${ticket}`,
      },
    };
  },
});

/** Closes a request for a book that was answered elsewhere or needs no answer. */
export const closeRequest = deskAction({
  name: "people.close-request",
  does: "close a request for a book",
  cannotUndo: "the reader gets a letter",
  ...ofSellers,
  read: (form) => readForm(form, z.object({ ticket: ticketField })),
  async run({ services }, { ticket }) {
    if (!(await closeBookRequest(services, ticket))) throw isOver(ticket);
    return {
      answer: `The request ${ticket} is closed.`,
      entry: { action: "people.close-request", words: `Closed the request ${ticket}.`, subject: `ticket ${ticket}` },
    };
  },
});

export const requestActions = [answerRequest, closeRequest] as const;
