import { createHash } from "node:crypto";

/** A Google account, as far as a shop may learn of it. */
export interface Account {
  /** 21 digits; the only thing about an account that never changes. */
  sub: string;
  email: string;
  name: string;
  givenName: string;
  /** Not everybody has one. */
  familyName?: string;
  hasPicture: boolean;
  /** Workspace domain, when the account belongs to one. */
  hd?: string;
}

/** The sample readers that everybody is offered; each is odd in a way that shops have stumbled over. */
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

/** The one of these accounts with this address or sub. */
export function findAccount(accounts: readonly Account[], emailOrSub: string): Account | undefined {
  const wanted = emailOrSub.toLowerCase();
  return accounts.find(({ email, sub }) => email.toLowerCase() === wanted || sub === wanted);
}

/** The account with this name and address; the same address is the same account, also after a restart. */
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

/** Longest name an account may have; a few of them must fit into a cookie. */
export const maxNameLength = 80;
const email = /^[^\s@]{1,64}@[^\s@]{1,120}$/u;

/** Reads the form for another account: the account, or what is wrong with what was written. */
export function readAccount(
  nameWritten: string,
  emailWritten: string,
): { ok: true; account: Account } | { ok: false; problem: string } {
  const name = nameWritten.replace(/\s+/gu, " ").trim();
  const address = emailWritten.trim();
  if (name === "") return { ok: false, problem: "Write a name." };
  if (name.length > maxNameLength) return { ok: false, problem: `Names here have ${maxNameLength} letters at most.` };
  if (!email.test(address)) return { ok: false, problem: "Write an e-mail address, such as reader@example.com." };
  return { ok: true, account: makeAccount(name, address) };
}
