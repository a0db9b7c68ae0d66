alter table orders add constraint orders_states_check check (coalesce(payment_state || ' ' || fulfilment_state, '') in (
    'awaited held',
    'none expired', 'none superseded', 'none cancelled',
    'paid to_pack', 'paid shipped', 'paid delivered', 'paid cancelled',
    'refund_pending shipped', 'refund_pending delivered', 'refund_pending cancelled', 'refund_pending expired',
    'refund_pending superseded',
    'refunded shipped', 'refunded delivered', 'refunded cancelled', 'refunded expired', 'refunded superseded')) not valid,
  add constraint orders_confirmed_check check (paid_at is null or confirmed_at is not null) not valid;
