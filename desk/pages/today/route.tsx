import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { listWaiting } from "#shop/office/back-office/today.server.ts";
import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import { may } from "#shop/people/staff/roles.ts";
import { todayActions } from "./actions.server.ts";
import { ageOf, describeLine, waitingLines } from "./describe-waiting.ts";
import { LiveStatus } from "./live-status.tsx";
import { MoneyConcerns } from "./money-concerns.tsx";
import { WaitingLine } from "./waiting-line.tsx";

import type { Route } from "./+types/route";

/** Loads the open tasks for which the signed-in person has permission. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "today" });
  const services = args.context.get(servicesContext);
  const { lines, concerns, version } = await listWaiting(services);
  const now = services.now();
  const kinds = lines.map(({ kind }) => kind);
  const seesMoney = may(staff.role, waitingLines.money.needs);
  return {
    version,
    time: timeOfDay(now),
    lines: lines
      .filter(({ kind }) => may(staff.role, waitingLines[kind].needs))
      .map((line) => ({ ...describeLine(line, now, kinds), count: line.count })),
    concerns: seesMoney ? concerns.map(({ since, ...concern }) => ({ ...concern, age: ageOf(since, now) })) : [],
  };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, todayActions, (_, answer) => redirectWithFlash(args.request, deskHref("/"), answer));
}

export const meta = () => [{ title: "Today" }];

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, concerns, version, time } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-h3">Today</h1>
        <LiveStatus version={version} time={time} />
      </div>
      <ActionBanner trouble={trouble} />
      {lines.length === 0 ? (
        <p className="mt-4 max-w-measure">
          There is nothing to do. New tasks appear here by themselves: orders to pack, questions of readers, payments to
          check.
        </p>
      ) : (
        <ul className="desk-card mt-3 divide-y divide-line overflow-hidden">
          {lines.map(({ count, ...line }) => (
            <li key={line.kind} id={line.kind}>
              <WaitingLine line={line} />
              {line.kind === "money" && <MoneyConcerns concerns={concerns} isCut={count > concerns.length} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
