/** Errors of Meta's WhatsApp Cloud API. */

export interface MetaError {
  status: 400 | 401 | 404 | 429 | 500;
  code: number;
  title: string;
  details: string;
}

export const errors = {
  badToken: { status: 401, code: 190, title: "Access token has expired", details: "Session has expired" },
  badParameter: { status: 400, code: 100, title: "Invalid parameter", details: "Invalid parameter" },
  pairLimit: {
    status: 400,
    code: 131056,
    title: "(Business Account, Consumer Account) pair rate limit hit",
    details: "Too many messages sent from this phone number to the same phone number in a short period of time.",
  },
  appLimit: { status: 429, code: 130429, title: "Rate limit hit", details: "Message throughput reached" },
  undeliverable: { status: 400, code: 131026, title: "Message undeliverable", details: "Message Undeliverable." },
  unknownTemplate: {
    status: 404,
    code: 132001,
    title: "Template name does not exist in the translation",
    details: "template name does not exist",
  },
  wrongParameters: {
    status: 400,
    code: 132000,
    title: "Number of parameters does not match the expected number of params",
    details: "body: number of localizable_params does not match",
  },
  pausedTemplate: { status: 400, code: 132015, title: "Template is Paused", details: "Template is paused" },
  ownFault: { status: 500, code: 131000, title: "Something went wrong", details: "Something went wrong" },
} as const satisfies Record<string, MetaError>;

/** The body of an error. */
export function writeError({ code, title, details }: MetaError) {
  return {
    error: {
      message: `(#${code}) ${title}`,
      type: "OAuthException",
      code,
      error_data: { messaging_product: "whatsapp", details },
      fbtrace_id: "AStandIn",
    },
  };
}
