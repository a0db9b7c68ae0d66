import type { CarrierId } from "#shop/sales/carriers/carrier.ts";
import { createDelhiveryStandIn } from "#stand-ins/carriers/delhivery.ts";
import { createShiprocketStandIn } from "#stand-ins/carriers/shiprocket.ts";

const pickup = { pickupPlace: "Church Street", pickupPin: "560001" };
const login = { email: "api@endpaper.example", password: "shared_stand_in_password" };
const token = "shared_stand_in_token_of_delhivery";

/**
 * Opens the simulated carriers under an origin, with the settings of a shop that uses them. They report scans to
 * `webhooks`, by default nowhere.
 */
export function openCarrierStandIns(origin: string, webhooks: Partial<Record<CarrierId, string>> = {}) {
  const common = (id: CarrierId) => ({
    basePath: `/${id}`,
    ...pickup,
    webhookUrl: webhooks[id] ?? null,
    control: true,
  });
  return {
    shiprocket: createShiprocketStandIn({ ...common("shiprocket"), ...login }),
    delhivery: createDelhiveryStandIn({ ...common("delhivery"), token }),
    settings: {
      SHIPROCKET_API_BASE: `${origin}/shiprocket`,
      SHIPROCKET_EMAIL: login.email,
      SHIPROCKET_PASSWORD: login.password,
      SHIPROCKET_PICKUP: pickup.pickupPlace,
      SHIPROCKET_PICKUP_PIN: pickup.pickupPin,
      DELHIVERY_API_BASE: `${origin}/delhivery`,
      DELHIVERY_TOKEN: token,
      DELHIVERY_PICKUP: pickup.pickupPlace,
      DELHIVERY_PICKUP_PIN: pickup.pickupPin,
    },
  };
}
