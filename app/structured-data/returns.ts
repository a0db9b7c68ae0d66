import type { OfferTerms } from "#shop/sales/pricing/offer-terms.ts";
import type { Thing } from "./thing.ts";

/** What the page on returns promises: a faulty book comes back at the shop's cost, any other at the reader's. */
export function describeReturns({ returnDays }: Pick<OfferTerms, "returnDays">): Thing {
  return {
    "@type": "MerchantReturnPolicy",
    applicableCountry: "IN",
    returnPolicyCountry: "IN",
    returnPolicyCategory: "https://schema.org/MerchantReturnFiniteReturnWindow",
    merchantReturnDays: returnDays,
    returnMethod: "https://schema.org/ReturnByMail",
    returnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    customerRemorseReturnFees: "https://schema.org/ReturnFeesCustomerResponsibility",
    itemDefectReturnFees: "https://schema.org/FreeReturn",
    refundType: "https://schema.org/FullRefund",
  };
}
