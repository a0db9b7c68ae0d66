import { createDelhiveryStandIn } from "#stand-ins/carriers/delhivery.ts";
import { createShiprocketStandIn } from "#stand-ins/carriers/shiprocket.ts";

const pickup = { pickupPlace: "Church Street", pickupPin: "560001" };
const login = { email: "api@endpaper.example", password: "shared_stand_in_password" };
const token = "shared_stand_in_token_of_delhivery";

/** Opens the simulated carriers under an origin, with the settings of a shop that uses them. They report no scans. */
export function openCarrierStandIns(origin: string) {
  return {
    shiprocket: createShiprocketStandIn({ basePath: "/shiprocket", ...login, ...pickup, control: true }),
    delhivery: createDelhiveryStandIn({ basePath: "/delhivery", token, ...pickup, control: true }),
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
