/**
 * SQL: the deliveries in the outbox that leave once there is a mail server. As for every delivery, of spam
 * only what a colleague wrote is sent, and of an erased enquiry nothing.
 */
export const outboxToSend = `select delivery.id from public.enquiry_deliveries delivery
  join public.enquiries enquiry on enquiry.id = delivery.enquiry_id
  where delivery.state = 'in_outbox' and enquiry.erased_at is null
    and (enquiry.status <> 'spam' or delivery.channel = 'message')`
