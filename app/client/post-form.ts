/** The shop's answer to a form that a script sent; `answer` is null when it is no JSON. */
export interface FormResponse<Answer> {
  ok: boolean;
  status: number;
  answer: Answer | null;
}

/** Sends fields as a form does and reads the shop's JSON answer, whatever its status; throws when the shop cannot be reached. */
export async function postForm<Answer>(
  path: string,
  fields: Iterable<[string, FormDataEntryValue]>,
  options?: RequestInit,
): Promise<FormResponse<Answer>> {
  const response = await fetch(path, {
    ...options,
    method: "POST",
    body: new URLSearchParams([...fields].map(([name, value]) => [name, String(value)])),
    headers: { accept: "application/json" },
  });
  const { ok, status } = response;
  return { ok, status, answer: await response.json().catch(() => null) };
}
