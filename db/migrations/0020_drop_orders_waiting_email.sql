-- Nobody's orders are counted by an address that anybody may have typed. The index has a migration of its own, because
-- dropping it locks `orders`, and whoever holds another table's lock meanwhile may deadlock with a payment.
drop index orders_waiting_email;
