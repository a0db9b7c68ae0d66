import { servicesContext } from "#app/http/context.ts";
import { isVerifyToken, messengerOfAddress } from "#shop/kernel/messengers/webhook-address.server.ts";
import { receiveReports } from "#shop/sales/orders/codes/receive-reports.server.ts";
import type { Route } from "./+types/messages.route";

const noAddress = () => new Response("There is no such address.", { status: 404 });

/** Repeats the challenge of a messenger that verifies the address. */
export function loader({ request, params, context }: Route.LoaderArgs) {
  const { linkKey } = context.get(servicesContext);
  const id = messengerOfAddress(linkKey, params.secret);
  const query = new URL(request.url).searchParams;
  const challenge = query.get("hub.challenge") ?? "";
  if (id === null || !isVerifyToken(linkKey, id, query.get("hub.verify_token"))) return noAddress();
  if (!/^[\w.-]{1,200}$/.test(challenge)) return new Response("There is no challenge.", { status: 400 });
  return new Response(challenge, { headers: { "content-type": "text/plain" } });
}

/** Receives signed reports about codes. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, linkKey, messengers } = context.get(servicesContext);
  const id = messengerOfAddress(linkKey, params.secret);
  const messenger = messengers.find((one) => one.id === id);
  if (!messenger) return noAddress();
  const reports = messenger.readReports(Buffer.from(await request.arrayBuffer()), request.headers);
  if (reports === null) return new Response("Signature does not match.", { status: 401 });
  await receiveReports(db, reports);
  return new Response("ok");
}
