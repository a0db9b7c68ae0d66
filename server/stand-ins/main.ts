import { resolve } from "node:path";

import { codeOf } from "#db/transaction.ts";
import { messageOf } from "#shop/kernel/text/message-of.ts";
import { openStandIns } from "./open-stand-ins.ts";

/** Runs all stand-ins in a process of their own, for several shops: `npm run stand-ins`. */
const { env } = process;
try {
  const publicUrl = readOrigin("PUBLIC_URL", "http://localhost:3000");
  const port = readPort("STAND_INS_PORT", 3100);
  const standIns = await openStandIns({
    port,
    smtpPort: readPort("STAND_INS_SMTP_PORT", 3125),
    publicUrl,
    deskUrl: readOrigin("DESK_URL", publicUrl.replace("://", "://desk.")),
    folder: resolve(env["DATA_DIR"] || ".data", "stand-ins"),
  });
  console.log(`Give each shop at ${publicUrl} these settings:\n`);
  for (const [name, value] of Object.entries(standIns.settings)) console.log(`${name}=${value}`);
  console.log("");
  for (const [name, address] of standIns.pages) console.log(`${name}: ${address}`);
  console.log(`The stand-ins are open at http://127.0.0.1:${port}`);
  const stop = () => void standIns.close().then(() => process.exit(0));
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
} catch (error) {
  const port = error instanceof Error && "port" in error ? error.port : null;
  console.error(
    codeOf(error) === "EADDRINUSE" && port !== null
      ? `Port ${port} is taken by another program. Set STAND_INS_PORT or STAND_INS_SMTP_PORT to a free one.`
      : messageOf(error),
  );
  process.exit(1);
}

function readPort(name: string, usual: number): number {
  const given = env[name] || String(usual);
  if (/^\d{1,5}$/.test(given) && Number(given) >= 1 && Number(given) <= 65_535) return Number(given);
  throw new Error(`${name}=${given} must be a port number such as ${usual}`);
}

function readOrigin(name: string, usual: string): string {
  const given = env[name] || usual;
  const { origin, hostname, href } = URL.canParse(given) ? new URL(given) : new URL("none:");
  if (href !== `${origin}/`) throw new Error(`${name}=${given} must be a web address without a path, such as ${usual}`);
  // Stand-ins serve only this machine, because with them anyone can sign in as anyone, and no money is paid.
  if (hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.[\d.]+|\[::1\])$/.test(hostname))
    return origin;
  throw new Error(
    `${name}=${given} is open to the world; stand-ins in a process of their own serve this machine only.`,
  );
}
