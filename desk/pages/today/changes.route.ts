import { servicesContext } from "#app/http/context.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { waitingWatchOf } from "#desk/http/waiting-watch.server.ts";

import type { Route } from "./+types/changes.route";

/** Notifies a Today page of changes by server-sent events. */
export async function loader(args: Route.LoaderArgs) {
  const { id } = await requireStaff(args, { needs: "today" });
  const version = (new URL(args.request.url).searchParams.get("version") ?? "").slice(0, 20);
  const stream = waitingWatchOf(args.context.get(servicesContext)).open(id, version, args.request.signal);
  // After a 204 the browser does not reconnect (HTML, server-sent events).
  if (!stream) return new Response(null, { status: 204 });
  return new Response(stream, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}
