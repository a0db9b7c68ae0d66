import { createHash } from "node:crypto";

/** The data of a Google account that a shop can receive. */
export interface Account {
  /** The id of the account, 21 digits. It never changes, unlike all other data of the account. */
  sub: string;
  email: string;
  name: string;
  givenName: string;
  /** The family name; absent for people with only one name. */
  familyName?: string;
  hasPicture: boolean;
  /** The Workspace domain, if the account belongs to one. */
  hd?: string;
}

/** The sample readers that the chooser always offers. Most of them have a property that shops have handled wrongly. */
export const sampleAccounts: readonly Account[] = [
  sample("asha.raman@example.com", "Asha", "Raman"),
  sample("kabir.sheikh@example.com", "Kabir", "Sheikh"),
  sample("meera.joshi@example.com", "मीरा", "जोशी"),
  sample("grace.okafor@example.com", "Grace", "Okafor"),
  { ...sample("selvi@example.com", "Selvi"), hasPicture: false },
  { ...sample("devika.menon@paperboat.example", "Devika", "Menon"), hd: "paperboat.example" },
  sample(
    "venkata.satyanarayana.lakshmi.narasimha.chakravarthula@example.com",
    "Venkata Satyanarayana Lakshmi Narasimha",
    "Rajasekhara Subrahmanyam Chakravarthula",
  ),
];

function sample(email: string, givenName: string, familyName?: string): Account {
  const name = familyName ? `${givenName} ${familyName}` : givenName;
  return { sub: subOf(email), email, name, givenName, familyName, hasPicture: true };
}

/** Finds the account with this address or sub. */
export function findAccount(accounts: readonly Account[], emailOrSub: string): Account | undefined {
  const wanted = emailOrSub.toLowerCase();
  return accounts.find(({ email, sub }) => email.toLowerCase() === wanted || sub === wanted);
}

/** Creates an account from a name and an address. The same address always gives the same account. */
function makeAccount(name: string, email: string): Account {
  const known = findAccount(sampleAccounts, email);
  if (known) return known;
  const words = name.split(" ");
  const familyName = words.length > 1 ? words.pop() : undefined;
  return { sub: subOf(email), email, name, givenName: words.join(" "), familyName, hasPicture: true };
}

function subOf(email: string): string {
  const digest = createHash("sha256").update(email.toLowerCase()).digest("hex");
  return `1${(BigInt(`0x${digest}`) % 10n ** 20n).toString().padStart(20, "0")}`;
}

/** Maximum length of a name, because several accounts must fit into a cookie. */
export const maxNameLength = 80;
const email = /^[^\s@]{1,64}@[^\s@]{1,120}$/u;

/** Reads the form for another account; returns the account or an error message. */
export function readAccount(
  nameWritten: string,
  emailWritten: string,
): { ok: true; account: Account } | { ok: false; problem: string } {
  const name = nameWritten.replace(/\s+/gu, " ").trim();
  const address = emailWritten.trim();
  if (name === "") return { ok: false, problem: "Write a name." };
  if (name.length > maxNameLength) return { ok: false, problem: `A name may have at most ${maxNameLength} letters.` };
  if (!email.test(address)) return { ok: false, problem: "Write an e-mail address, such as reader@example.com." };
  return { ok: true, account: makeAccount(name, address) };
}
