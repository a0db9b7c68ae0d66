import { afterAll, afterEach } from "vitest";

import type { Carrier } from "#shop/sales/carriers/carrier.ts";
import { createDelhivery } from "#shop/sales/carriers/delhivery/delhivery.server.ts";
import { createShiprocket } from "#shop/sales/carriers/shiprocket/shiprocket.server.ts";
import { openServer } from "#stand-in-kit/open-server.ts";
import { createDelhiveryStandIn, type DelhiveryStandIn } from "#stand-ins/carriers/delhivery.ts";
import { createShiprocketStandIn, type ShiprocketStandIn } from "#stand-ins/carriers/shiprocket.ts";

/** The stand-ins of both carriers on origins of their own, and the shop's clients of them. */
export interface OutsideCarriers {
  shiprocket: ShiprocketStandIn;
  delhivery: DelhiveryStandIn;
  carriers: Carrier[];
  /** The environment with which a shop uses them. */
  settings: Record<string, string>;
}

const pickup = { pickupPlace: "Church Street", pickupPin: "560001" };

/** Opens the stand-ins for a test file; each test begins without faults and parcels. Clients wait for a second. */
export async function openOutsideCarriers(): Promise<OutsideCarriers> {
  const login = { email: "api@shop.test", password: "shiprocket_password" };
  const shiprocket = createShiprocketStandIn({ basePath: "/v1/external", ...login, ...pickup, control: true });
  const token = "delhivery_token_of_the_tests";
  const delhivery = createDelhiveryStandIn({ basePath: "", token, ...pickup, control: true });
  const [first, second] = await Promise.all([openServer(shiprocket.fetch), openServer(delhivery.fetch)]);
  afterAll(async () => {
    await first.close();
    await second.close();
  });
  afterEach(() => {
    shiprocket.reset();
    delhivery.reset();
  });
  const answerWithinMs = 1000;
  const apiBase = `${first.origin}/v1/external`;
  return {
    shiprocket,
    delhivery,
    carriers: [
      createShiprocket({ apiBase, ...login, ...pickup, answerWithinMs }),
      createDelhivery({ apiBase: second.origin, token, ...pickup, answerWithinMs }),
    ],
    settings: {
      SHIPROCKET_API_BASE: apiBase,
      SHIPROCKET_EMAIL: login.email,
      SHIPROCKET_PASSWORD: login.password,
      SHIPROCKET_PICKUP: pickup.pickupPlace,
      SHIPROCKET_PICKUP_PIN: pickup.pickupPin,
      DELHIVERY_API_BASE: second.origin,
      DELHIVERY_TOKEN: token,
      DELHIVERY_PICKUP: pickup.pickupPlace,
      DELHIVERY_PICKUP_PIN: pickup.pickupPin,
    },
  };
}
