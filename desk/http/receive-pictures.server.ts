import { data, type ActionFunctionArgs } from "react-router";

import { servicesContext } from "#app/http/context.ts";
import { readLogoName } from "#shop/kernel/look/logo.ts";
import { LogoRefusedError } from "#shop/office/settings/clean-svg.ts";
import { maxLogoMegabytes, storeLogo } from "#shop/office/settings/look-pictures.server.ts";
import { may } from "#shop/people/staff/roles.ts";
import type { ActionError } from "./action-error.ts";
import { staffContext } from "./context.ts";
import { requireStaff } from "./staff.server.ts";

/** The settings that are pictures, each with the name of its file field. */
const pictures = ["LOOK_LOGO", "LOOK_ICON", "BILL_SIGNATURE"] as const;

/**
 * Returns the fields of the request with each file replaced by the name of a stored picture, or an error response for a
 * file that cannot be one. Files are read only if the role may change settings; otherwise the action refuses the request.
 */
export async function receivePictures(args: ActionFunctionArgs): Promise<URLSearchParams | ReturnType<typeof refuse>> {
  const form = await args.request.formData();
  const texts = new URLSearchParams(
    [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string"),
  );
  const session = args.context.get(staffContext);
  const { db, now } = args.context.get(servicesContext);
  const errors: Record<string, string> = {};
  for (const name of pictures) {
    const file = form.get(`${name}.file`);
    if (texts.has(`${name}.remove`)) texts.set(name, "");
    if (!(file instanceof File) || file.size === 0 || !session || !may(session.staff.role, "settings")) continue;
    await requireStaff(args, { needs: "settings" });
    if (file.size > maxLogoMegabytes * 1024 * 1024) {
      errors[name] = `The file is larger than ${maxLogoMegabytes} MB. Save it smaller.`;
      continue;
    }
    try {
      const stored = await storeLogo(db, Buffer.from(await file.arrayBuffer()), now());
      if (name === "BILL_SIGNATURE" && readLogoName(stored)?.ink === "pale")
        errors[name] = "It is too pale for white paper. Sign in dark ink.";
      else texts.set(name, stored);
    } catch (error) {
      if (!(error instanceof LogoRefusedError)) throw error;
      errors[name] = error.message;
    }
  }
  return Object.keys(errors).length > 0 ? refuse(texts, errors) : texts;
}

/** The same request with other fields. */
export function withFields(request: Request, fields: URLSearchParams): Request {
  const headers = new Headers(request.headers);
  for (const name of ["content-type", "content-length"]) headers.delete(name);
  return new Request(request.url, { method: "POST", headers, body: fields });
}

function refuse(texts: URLSearchParams, errors: Record<string, string>) {
  const trouble: ActionError = {
    action: "settings.save",
    problem: null,
    errors,
    values: Object.fromEntries(texts),
    isPasskeyNeeded: false,
  };
  return data(trouble, { status: 422 });
}
