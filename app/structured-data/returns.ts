import type { OfferTerms } from "#shop/sales/pricing/offer-terms.ts";
import type { Thing } from "./thing.ts";

/** Structured data of the return policy: returns of faulty books are free, others cost the postage. */
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
