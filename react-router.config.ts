import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "app",
  buildDirectory: "build",
  ssr: true,
  // The first page lists every route of the browser, so there is no `/__manifest` endpoint to protect.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
