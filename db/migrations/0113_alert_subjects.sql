-- What an alert is about, such as the id of a payment, which was found in its message before. A shop of the previous
-- version leaves it empty, and names what it is about in the message.
alter table alerts add column subject text;
update alerts a set subject = coalesce(
  case a.kind
    when 'payment' then coalesce(
      (select p.id from payments p where p.order_id = a.order_id and position(p.id in a.message) > 0
        order by position(p.id in a.message) limit 1),
      (select t.id from payment_attempts t where t.order_id = a.order_id and position(t.id in a.message) > 0 limit 1))
    when 'documents' then split_part(a.message, ': ', 1)
    when 'refund' then 'refund ' || substring(a.message from '[Rr]efund (\d+)') || case
      when a.message like '% was closed %' then ' paid twice'
      when a.message like '% does not answer %' then ' unanswered'
      when a.message like '% was refused %' then ' refused'
      else ' failed' end
  end, a.message);
