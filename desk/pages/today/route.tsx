import { Link } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readFactsAndFigures } from "#shop/office/back-office/opening-facts.server.ts";
import { listWaiting } from "#shop/office/back-office/today.server.ts";
import { timeOfDay } from "#shop/kernel/dates/dates.ts";
import { previewAddress } from "#shop/office/storefront/shop-preview.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import { Banner } from "#ui/banner.tsx";
import { todayActions } from "./actions.server.ts";
import { describeDaysOff } from "./describe-days-off.ts";
import { describeLeftWhenOpen, describeSteps, findSampleSeller, mayHaveStepsLeft } from "./describe-steps.ts";
import { ageOf, describeLine, waitingLines } from "./describe-waiting.ts";
import { DayLine } from "./day-line.tsx";
import { LiveStatus } from "./live-status.tsx";
import { LeftSteps, OpeningSteps } from "./opening-steps.tsx";
import { MoneyConcerns } from "./money-concerns.tsx";
import { WaitingLine } from "./waiting-line.tsx";

import type { Route } from "./+types/route";

/** Loads the open tasks for which the signed-in person has permission. */
export async function loader(args: Route.LoaderArgs) {
  const { staff } = await requireStaff(args, { needs: "today" });
  const services = args.context.get(servicesContext);
  const { settings } = services;
  const isBefore = settings.opening.state === "not-open";
  const maySet = may(staff.role, "settings");
  const seesSteps = isBefore && maySet;
  const [{ lines, concerns, version }, { facts, figures }] = await Promise.all([
    listWaiting(services),
    readFactsAndFigures(services, staff.id, {
      facts: seesSteps || (maySet && mayHaveStepsLeft(services)),
      figures: may(staff.role, "reports") && !seesSteps,
    }),
  ]);
  const now = services.now();
  const kinds = lines.map(({ kind }) => kind);
  const seesMoney = may(staff.role, waitingLines.money.needs);
  return {
    version,
    figures,
    sampleSeller: maySet && !seesSteps ? findSampleSeller(settings) : null,
    steps: facts && isBefore ? describeSteps(facts, previewAddress(services)) : null,
    leftSteps: facts && !isBefore ? describeLeftWhenOpen(facts) : [],
    daysOff: may(staff.role, "parcels") && !seesSteps ? describeDaysOff(settings.policies.delivery, now) : null,
    time: timeOfDay(now),
    lines: lines
      // The steps say it too.
      .filter(({ kind }) => may(staff.role, waitingLines[kind].needs) && !(seesSteps && kind === "first-book"))
      .map((line) => ({ ...describeLine(line, now, kinds, settings.policies.delivery), count: line.count })),
    concerns: seesMoney ? concerns.map(({ since, ...concern }) => ({ ...concern, age: ageOf(since, now) })) : [],
  };
}

export async function action(args: Route.ActionArgs) {
  return answerAction(args, todayActions, (_, answer) => redirectWithFlash(args.request, deskHref("/"), answer));
}

export const meta = () => [{ title: "Today" }];

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { lines, concerns, version, figures, daysOff, time, steps, leftSteps, sampleSeller } = loaderData;
  const trouble = actionData ?? null;
  return (
    <div className="desk-page">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="text-h3">Today</h1>
        <LiveStatus version={version} time={time} />
      </div>
      {figures && <DayLine {...figures} />}
      {daysOff && <p className="text-small text-quiet">{daysOff}</p>}
      <ActionBanner trouble={trouble} />
      {sampleSeller && (
        <Banner variant="note" className="mt-4">
          Bills say “{sampleSeller}”, which is the demonstration’s.{" "}
          <Link to={`${deskHref("/settings")}#seller`} className="link font-semibold">
            Put yours
          </Link>
        </Banner>
      )}
      {steps && <OpeningSteps steps={steps} />}
      {leftSteps.length > 0 && <LeftSteps steps={leftSteps} />}
      {lines.length === 0 ? (
        !steps && (
          <p className="mt-4 max-w-measure">
            <span>{leftSteps.length === 0 ? "There is nothing to do." : "No task waits."}</span>{" "}
            <span>New tasks appear here by themselves: orders to pack, questions of readers, payments to check.</span>
          </p>
        )
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
