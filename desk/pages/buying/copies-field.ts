/** The name of the field with the copies of a lot that go back. */
export function copiesFieldOf({ deliveryId, code }: { deliveryId: number; code: string }): string {
  return `copies-${deliveryId}-${code}`;
}

/** The lot of such a field; null for another field. */
export function readCopiesField(name: string): { deliveryId: number; code: string } | null {
  const [, delivery, code] = /^copies-([1-9]\d{0,8})-(.{1,200})$/.exec(name) ?? [];
  return delivery && code ? { deliveryId: Number(delivery), code } : null;
}
