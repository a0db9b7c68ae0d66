import { data, redirect } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { ActionBanner } from "#desk/components/frame/action-banner.tsx";
import { deskHref } from "#desk/desk-routes.ts";
import { answerAction } from "#desk/http/answer-action.server.ts";
import { findReach } from "#desk/http/find-reach.server.ts";
import { redirectWithFlash } from "#desk/http/redirect-with-flash.server.ts";
import { requireStaff } from "#desk/http/staff.server.ts";
import { readWebhookStates } from "#shop/office/back-office/shop-state.server.ts";
import { credentialForms, showCredentials } from "#shop/office/credentials/credential-forms.ts";
import { nameServices } from "#shop/office/credentials/credential-kinds.ts";
import { countCodes } from "#shop/sales/orders/codes/receive-reports.server.ts";
import { listCredentials } from "#shop/office/credentials/stored-credentials.server.ts";
import { tryCandidate } from "#shop/office/credentials/try-credentials.server.ts";
import { isStaffSignInError, staffSignInMessages } from "#shop/people/staff/sign-in-messages.ts";
import { Banner } from "#ui/banner.tsx";
import { credentialActions } from "./actions.server.ts";
import { AddressSection } from "./address-section.tsx";
import { BackupNow } from "./backup-now.tsx";
import { CredentialSection } from "./credential-section.tsx";
import { describeCodes } from "./describe-codes.ts";
import { describeMade } from "./describe-backup.ts";
import { Overview } from "./overview.tsx";
import { SelfCheck } from "./self-check.tsx";
import { sendTestLetterTo } from "./send-test-letter.server.ts";
import { startTrial } from "./start-trial.server.ts";

import type { Route } from "./+types/route";

/** Loads which credentials are in use or to be tried, without secrets, and the addresses to copy. */
export async function loader(args: Route.LoaderArgs) {
  await requireStaff(args, { needs: "settings" });
  const { db, credentials, settings, paymentProviders, backups, now } = args.context.get(servicesContext);
  const [stored, webhooks, codes, backupState, isOnDataDisk] = await Promise.all([
    listCredentials(db),
    readWebhookStates({ db, now }, paymentProviders),
    countCodes(db),
    backups.state(),
    backups.areOnDataDisk(),
  ]);
  const trouble = new URL(args.request.url).searchParams.get("trouble");
  return {
    trouble: isStaffSignInError(trouble) ? staffSignInMessages[trouble] : null,
    isTestPayments: settings.isTestPayments,
    missing: settings.missingServices,
    addresses: credentials.addresses(),
    publicUrl: settings.publicUrl,
    reach: findReach(settings.publicUrl),
    deskUrl: settings.deskUrl,
    backupState,
    codes,
    webhookSeconds: webhooks[0]?.lastSeconds ?? null,
    sections: await Promise.all(
      credentialForms.map(async (form) => {
        const candidate = stored.find(({ kind, isUsed }) => kind === form.kind && !isUsed);
        const values = (candidate && (await credentials.unseal(form.kind, candidate.sealed))) ?? {};
        const hasSavedWebhookSecret = values.RAZORPAY_WEBHOOK_SECRET !== undefined;
        // A webhook secret that waits for its keys is not to be tried.
        const isIncomplete = hasSavedWebhookSecret && values.RAZORPAY_KEY_ID === undefined;
        return {
          ...form,
          ...credentials.inUse(form.kind),
          isOnDataDisk: form.kind === "backup" && isOnDataDisk,
          isMissing: settings.missingServices.includes(form.kind),
          hasSavedWebhookSecret,
          candidate:
            candidate && !isIncomplete
              ? {
                  trouble: candidate.trouble,
                  changedAt: candidate.changedAt.toISOString(),
                  shown: showCredentials(form.kind, values),
                }
              : null,
        };
      }),
    ),
  };
}

/** Reloads the data after a rejected form. */
export const shouldRevalidate = () => true;

export async function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const to = (words: string) => redirectWithFlash(args.request, deskHref("/go-live"), words);
  return answerAction(args, credentialActions, async ({ name }, answer) => {
    if ("made" in answer) return data(answer);
    if ("isCheck" in answer) return data({ findings: await services.selfCheck() });
    if ("isBackup" in answer) return to(describeMade(await services.backups.make()));
    if ("testLetterTo" in answer) return to(await sendTestLetterTo(services, answer.testLetterTo));
    const { kind } = answer;
    if (name === "credentials.discard") return to("Discarded. What was in use goes on.");
    const trouble = await tryCandidate(services, kind);
    // The part of the page says what did not work.
    if (trouble !== null) return redirect(`${deskHref("/go-live")}#${kind}`, 303);
    return kind === "sign-in" && name === "credentials.try"
      ? startTrial(args)
      : to(
          kind === "sign-in"
            ? "Saved. Sign in with Google once to try them."
            : "They work, and are in use within a second or two.",
        );
  });
}

export const meta = () => [{ title: "Go live" }];

export default function GoLive({ loaderData, actionData }: Route.ComponentProps) {
  const {
    sections,
    addresses,
    webhookSeconds,
    trouble,
    isTestPayments,
    missing,
    publicUrl,
    deskUrl,
    reach,
    backupState,
    codes,
  } = loaderData;
  const refused = actionData && "action" in actionData ? actionData : null;
  const made = actionData && "made" in actionData ? actionData.made : null;
  const findings = actionData && "findings" in actionData ? actionData.findings : null;
  return (
    <div className="desk-page grid gap-8">
      <div>
        <h1 className="text-h3">Go live</h1>
        <p className="mt-2 max-w-measure text-quiet">
          The accounts outside the shop. What you enter is tried first, and takes effect without a restart once it
          works; until then the shop goes on with what it has. Secrets are stored encrypted and never shown again.
        </p>
        {missing.length > 0 && (
          <Banner variant="note" className="mt-4 max-w-measure">
            Readers see that the shop opens soon. It can open as soon as {nameServices(missing)}{" "}
            {missing.length > 1 ? "are" : "is"} set up here.
          </Banner>
        )}
        {trouble && (
          <Banner variant="error" className="mt-4">
            {trouble} The new credentials are not in use.
          </Banner>
        )}
        <ActionBanner trouble={refused} />
        <Overview sections={sections} reach={reach} />
      </div>
      <AddressSection publicUrl={publicUrl} deskUrl={deskUrl} reach={reach} />
      {sections.map((section) => (
        <CredentialSection
          key={section.kind}
          section={section}
          addresses={addresses}
          isPublic={reach === "internet"}
          webhookSeconds={isTestPayments && section.source === "none" ? null : webhookSeconds}
          made={made?.kind === section.kind ? made : null}
          trouble={refused?.values.kind === section.kind ? refused : null}
        >
          {section.kind === "backup" && <BackupNow state={backupState} />}
          {section.kind === "whatsapp" && codes.sent > 0 && <p className="mt-3">{describeCodes(codes)}</p>}
        </CredentialSection>
      ))}
      <SelfCheck findings={findings} />
    </div>
  );
}
